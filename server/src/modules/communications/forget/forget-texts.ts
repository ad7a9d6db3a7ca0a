import { sql } from 'kysely'
import type { Transaction } from '../../../platform/db/database.ts'

/** Empties what was written and said to and by the people of these cases. That it was sent, when and how it fared still counts in the reports. */
export async function forgetTexts(tx: Transaction, customerId: number, caseIds: readonly number[]): Promise<void> {
  const ofCases = sql`customer_id = ${customerId} and case_id = any(${caseIds}::bigint[])`
  const messages = sql`select id from communications where ${ofCases}`
  await sql`
    update communication_contents
    set sender = '', subject = '', text = '', approved = null, voicemail_text = null, spoken = null,
      menu = null, in_reply_to = null,
      -- A mail of which was measured whether it was opened stays one (is_measured).
      html = case when is_measured then '' end,
      mail = case when is_measured then jsonb_build_object('track', mail -> 'track') end
    where customer_id = ${customerId} and communication_id in (${messages})`.execute(tx)
  await sql`delete from sent_mails where customer_id = ${customerId} and communication_id in (${messages})`.execute(tx)
  await sql`delete from mail_attachments where ${ofCases}`.execute(tx)
  await sql`
    delete from incoming_attachments
    where customer_id = ${customerId} and incoming_id in (select id from incoming_messages where ${ofCases})`.execute(tx)
  await sql`
    update incoming_messages
    set subject = '', text = '', quoted = '', pressed = case when pressed is null then null else '–' end
    where ${ofCases}`.execute(tx)
  await sql`
    update conversation_answers
    set text = '–'
    where customer_id = ${customerId} and conversation_id in (select id from conversations where ${ofCases})`.execute(tx)
  await sql`update conversations set last_text = '' where ${ofCases}`.execute(tx)
}

/** Takes the addresses and names away to and from which messages of these cases went; their texts go with them. */
export async function forgetAddresses(tx: Transaction, customerId: number, caseIds: readonly number[]): Promise<void> {
  const ofCases = sql`customer_id = ${customerId} and case_id = any(${caseIds}::bigint[])`
  await forgetTexts(tx, customerId, caseIds)
  await sql`update communications set recipient = '', provider_ref = null, permission = null where ${ofCases}`.execute(tx)
  await sql`
    update incoming_messages
    set sender = '', sender_name = '', receivers = '{}', given_number = null
    where ${ofCases}`.execute(tx)
  await sql`
    delete from mail_forwards
    where customer_id = ${customerId} and incoming_id in (select id from incoming_messages where ${ofCases})`.execute(tx)
  const conversations = sql`select id from conversations where ${ofCases}`
  await sql`delete from web_chat_visits where customer_id = ${customerId} and conversation_id in (${conversations})`.execute(tx)
  // No two of one channel and case may have the same address.
  await sql`update conversations set address = 'anoniem-' || id, person_name = '' where ${ofCases}`.execute(tx)
}

/** What was looked up or heard about numbers and addresses themselves, of no case: it serves nobody who is to be forgotten. */
export async function forgetStrangers(
  tx: Transaction,
  customerId: number,
  { phones, emails }: { phones: readonly string[]; emails: readonly string[] },
): Promise<number> {
  await sql`delete from number_checks where customer_id = ${customerId} and number = any(${phones}::text[])`.execute(tx)
  // A call of somebody unknown stays counted; who called goes.
  await sql`
    update communications
    set recipient = ''
    where customer_id = ${customerId} and case_id is null and person = any(${phones}::text[])`.execute(tx)
  const { rows } = await sql`
    delete from incoming_messages
    where customer_id = ${customerId} and case_id is null and lower(sender) = any(${[...phones, ...emails]}::text[])
    returning id`.execute(tx)
  await sql`
    delete from conversations c
    where customer_id = ${customerId} and case_id is null and address = any(${[...phones, ...emails]}::text[])
      and not exists (
        select from incoming_messages m
        where m.customer_id = c.customer_id and m.conversation_id = c.id)`.execute(tx)
  return rows.length
}
