import { Locale } from '@regie/contract/locale.ts'
import { sql } from 'kysely'
import type { Transaction } from '../../../platform/db/database.ts'
import type { PastHistory, PastMessage } from '../history.ts'
import type { BatchRef, PastCase } from './insert-batch.ts'
import { later } from '../office-hours.ts'
import { writtenBack } from '../past-words.ts'

type Written = PastMessage & { channel: 'email' | 'sms' | 'whatsapp' }
type Answer = { caseId: number; history: PastHistory; message: Written; communicationId: number; at: Date; text: string }
type Given = { messageIds: ReadonlyMap<PastMessage, number>; today: Date }

// One of so many messages that arrived is answered.
const answeredShare = 9
// What came in later would still wait for an answer.
const daysDone = 8

/** What debtors wrote back, long enough ago that their conversations are done, with its lines in their cases. */
export async function insertAnswers(tx: Transaction, ref: BatchRef, cases: readonly PastCase[], given: Given): Promise<void> {
  const answers = cases.flatMap((one, no) => answersOf(one, no, given))
  if (answers.length === 0) return
  const { customerId, batchId } = ref
  const rows = JSON.stringify(
    answers.map(({ caseId, history: { debtor }, message: { channel }, communicationId, at, text }) => ({
      ...{ caseId, channel, communicationId, at, text, name: debtor.name },
      sender: (channel === 'email' ? debtor.email?.toLowerCase() : debtor.mobile) ?? '',
    })),
  )
  const columns = sql`"caseId" bigint, channel text, "communicationId" bigint, at timestamptz, text text, name text,
      sender text`
  await sql`
    insert into conversations (customer_id, channel, address, person_name, provider_id, case_id, state, last_at,
      last_text)
    select ${customerId}, channel, sender, name, 0, "caseId", 'closed', at, text
    from jsonb_to_recordset(${rows}::jsonb) as a(${columns})
    order by at`.execute(tx)
  const { rows: made } = await sql<{ id: number; communicationId: number }>`
    insert into incoming_messages (customer_id, channel, provider_id, message_key, kind, case_id, batch_id,
      communication_id, sender, sender_name, subject, text, bytes, came_at, saved_at, conversation_id)
    select ${customerId}, a.channel, 0, 'past:' || a."communicationId", 'message', a."caseId", ${batchId},
      a."communicationId", a.sender, a.name, case when a.channel = 'email' then 'Re: uw bericht' else '' end, a.text,
      octet_length(a.text), a.at, a.at, v.id
    from jsonb_to_recordset(${rows}::jsonb) as a(${columns})
    join conversations v on v.customer_id = ${customerId} and v.case_id = a."caseId" and v.channel = a.channel
    order by a.at
    returning id, communication_id as "communicationId"`.execute(tx)
  const idOf = new Map(made.map(({ id, communicationId }) => [communicationId, id]))
  for (const answer of answers) addLine(answer, idOf.get(answer.communicationId) ?? 0)
}

/** The first by each channel at most. Not by chance, of which all that comes later would take another share. */
function answersOf({ caseId, history }: PastCase, no: number, { messageIds, today }: Given): Answer[] {
  const until = later(today, { minutes: -daysDone * 24 * 60 })
  const texts = writtenBack[Locale.parse(history.debtor.locale)]
  const found = new Map<string, Answer>()
  for (const message of history.messages) {
    const minute = Math.floor(message.queuedAt.getTime() / 60_000) + no
    const at = message.deliveredAt && later(message.deliveredAt, { minutes: 20 + (minute % 600) })
    const hasArrived = message.delivery === 'delivered' || message.delivery === 'read'
    if (!isWritten(message) || !hasArrived || at === null || at > until || minute % answeredShare !== 0) continue
    const text = texts[Math.floor(minute / answeredShare) % texts.length] ?? texts[0]
    const communicationId = messageIds.get(message) ?? 0
    if (!found.has(message.channel)) found.set(message.channel, { caseId, history, message, communicationId, at, text })
  }
  return [...found.values()]
}

const isWritten = (message: PastMessage): message is Written => message.channel !== 'call'

function addLine({ history: { lines }, message: { channel }, at, text }: Answer, incomingID: number) {
  if (channel === 'email') lines.push({ event: 'emailReceived', params: { incomingID, subject: 'Re: uw bericht', text }, at })
  else lines.push({ event: `${channel}Received`, params: { incomingID, text }, at })
  lines.sort((one, other) => one.at.getTime() - other.at.getTime())
}
