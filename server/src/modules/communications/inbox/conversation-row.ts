import type { ConversationRow } from '@regie/contract/inbox.ts'
import type { FieldDefinition } from '@regie/contract/fields.ts'
import { Right } from '@regie/contract/right-codes.ts'
import { sql } from 'kysely'
import type { Pool } from 'pg'
import type { Caller } from '../../../platform/http/caller.ts'
import { numberOf } from '../../../platform/phone-number.ts'
import { findTextMasks } from '../../cases/masks/case-mask.ts'
import { maySeePersonalData, textMaskOf } from '../../fields/masks.ts'

export type FoundConversation = Omit<
  ConversationRow,
  'assigned' | 'caseClosedAt' | 'snoozedUntil' | 'waitingSince' | 'lastAt' | 'windowEndsAt'
> & {
  customerID: number
  caseName: string | null
  caseClosedAt: Date | null
  assignedID: number | null
  assignedName: string | null
  isAnswered: boolean
  snoozedUntil: Date | null
  waitingSince: Date | null
  lastAt: Date
  windowEndsAt: Date | null
  sortAt: string
  /** Its case has this address. */
  isOwnAddress: boolean
}

/** SQL: where the person is reached. A visitor of a site is known by what they say themselves. */
const shownAddress = sql`case
      when v.channel = 'webchat' then coalesce((
        select w.contact
        from web_chat_visits w
        where w.customer_id = v.customer_id and w.conversation_id = v.id), '')
      else v.address end`

/** SQL: the columns of FoundConversation; `v` conversations, `c` its case, `u` who has it. */
export const conversationColumns = sql`v.id as "conversationID", v.customer_id as "customerID", v.channel,
      ${shownAddress} as address,
      v.person_name as name, v.case_id as "caseID", c.case_number as "caseNumber", c.name as "caseName",
      case when c.status = 'closed' then c.status_at end as "caseClosedAt", v.state,
      v.snoozed_until as "snoozedUntil", v.assigned_to as "assignedID",
      coalesce(nullif(concat_ws(' ', nullif(u.first_name, ''), nullif(u.middle_name, ''), nullif(u.last_name, '')), ''),
        u.username) as "assignedName",
      v.waiting_since as "waitingSince", v.last_at as "lastAt", v.last_text as excerpt,
      v.last_is_ours as "lastIsOurs", v.unread, v.window_ends_at as "windowEndsAt", v.is_answered as "isAnswered",
      v.sort_at::text as "sortAt",
      coalesce(ltrim(v.address, '+') in (lower(c.email), ltrim(c.phone, '+'), ltrim(c.mobile, '+')), false)
        as "isOwnAddress"`
/** SQL: the tables of conversationColumns. */
export const conversationTables = sql`conversations v
    left join cases c on c.customer_id = v.customer_id and c.id = v.case_id
    left join staff u on u.id = v.assigned_to`

type Masked = Pick<FoundConversation, 'caseID' | 'address' | 'name' | 'isOwnAddress'>

/** How the texts of these conversations are shown to this caller: masked as their case is, and a sender that the case does not have in full. */
export async function findConversationMasks(
  pool: Pool,
  caller: Caller,
  found: readonly Masked[],
): Promise<(one: Masked, text: string) => string> {
  if (maySeePersonalData(caller)) return (_one, text) => text
  const ofCase = await findTextMasks(
    pool,
    caller,
    found.flatMap(({ caseID }) => caseID ?? []),
  )
  return (one, text) => {
    const masked = one.caseID !== null && one.isOwnAddress ? text : maskOfSender(one)(text)
    return one.caseID === null ? masked : ofCase(one.caseID, masked)
  }
}

// A sender of no case has no script that says what is masked: all of it is.
const senderFields = [
  { key: 'achternaam', mask: 'all' },
  { key: 'email', mask: 'all' },
] as unknown as FieldDefinition[]

/** How the texts of a sender that no case knows are masked. */
export function maskOfSender({ address, name }: Pick<FoundConversation, 'address' | 'name'>): (text: string) => string {
  const isMail = address.includes('@')
  const phone = isMail || address === '' ? null : numberOf(address)
  const subject = { name, phone, mobile: null, email: isMail ? address : null, fields: {} }
  return textMaskOf(subject, senderFields)
}

/** What we wrote and what happened in a case is for who may see cases. */
export const maySeeCaseOf = ({ rights }: Caller): boolean => rights.includes(Right.viewCases)

export function shownConversation(
  found: FoundConversation,
  masked: (one: FoundConversation, text: string) => string,
  caller: Caller,
): ConversationRow {
  const { caseName, assignedID, assignedName, isOwnAddress: _known, ...row } = found
  const maySeeCase = maySeeCaseOf(caller)
  const ownName = maySeePersonalData(caller) ? row.name : ''
  return {
    ...row,
    name: caseName === null || !maySeeCase ? ownName : masked(found, caseName),
    address: masked(found, row.address),
    caseClosedAt: maySeeCase ? (row.caseClosedAt?.toISOString() ?? null) : null,
    excerpt: row.lastIsOurs && !maySeeCase ? '' : masked(found, row.excerpt),
    assigned: assignedID === null ? null : { userID: assignedID, name: assignedName ?? '' },
    snoozedUntil: row.snoozedUntil?.toISOString() ?? null,
    waitingSince: row.waitingSince?.toISOString() ?? null,
    lastAt: row.lastAt.toISOString(),
    windowEndsAt: row.windowEndsAt?.toISOString() ?? null,
  }
}
