import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { resultAskedMs, type StaffContact } from '../contact-permission/staff-contact.ts'
import { addressesOfPerson } from './person-facts.ts'

type StaffContactJson = Omit<StaffContact, 'waitsUntil' | 'resultUntil' | 'reachedAt'> & {
  waitsUntil: string | null
  resultUntil: string | null
  reachedAt: string | null
}

// A call that waits for a line is dropped after a minute (claim-manual-calls.ts); one more for its sender.
const waitMinutes = 2

/** SQL: who called gave a result after the call `h` by hand was answered, or asked for if nobody did. */
export const hasResult = `exists (
  select from timeline t
  where t.customer_id = h.customer_id and t.case_id = h.case_id and t.at >= coalesce(h.answered_at, h.asked_at)
    and t.event in ('resultSet', 'closed') and t.by_user = h.by_user)`

/** SQL: when a call by hand ended, of which the end may be known or not; `m` its message, `h` the call. */
export const callEndedAt = 'coalesce(m.delivered_at, h.answered_at)'

/** SQL: who called last by hand about a case. */
export const lastCallerOf = (one: string) => `(
  select h.by_user
  from manual_calls h
  where h.customer_id = ${one}.customer_id and h.case_id = ${one}.id
  order by h.communication_id desc
  limit 1)`

/** SQL: who has a case before them; `one` as above. */
export const holderOf = (one: string) => `(
  select u.username
  from case_holds h
  join users u on u.id = h.user_id
  where h.customer_id = ${one}.customer_id and h.case_id = ${one}.id)`

const isOn = `(m.channel = 'call' and (m.state = 'queued' or m.in_air))`

/** What staff did by hand to reach the persons of these cases, as far as it may hold a script now. Those without are left out. */
export async function findStaffContacts(
  db: Db,
  cases: readonly { customer_id: number; case_id: number }[],
  now: Date,
): Promise<Map<number, StaffContact[]>> {
  if (cases.length === 0) return new Map()
  const { rows } = await sql<{ case_id: number; contacts: StaffContactJson[] }>`
    with wanted as (
      select *
      from unnest(${cases.map((c) => c.customer_id)}::bigint[],
        ${cases.map((c) => c.case_id)}::bigint[]) as w(customer_id, case_id)),
    done as (
    select c.id as case_id, json_build_object(
      'id', m.id, 'by', h.by_user, 'isHeld', false, 'isOn', ${sql.raw(isOn)},
      'waitsUntil', case
        when ${sql.raw(isOn)} and m.state = 'queued' then m.queued_at + make_interval(mins => ${waitMinutes}) end,
      'resultUntil', case
        when m.channel = 'call' and m.state in ('sent', 'unknown') and not ${sql.raw(isOn)}
          and ${sql.raw(callEndedAt)} > ${now}::timestamptz - make_interval(secs => ${resultAskedMs / 1000})
          and not ${sql.raw(hasResult)}
        then ${sql.raw(callEndedAt)} + make_interval(secs => ${resultAskedMs / 1000}) end,
      'reachedAt', case
        when m.channel = 'call' then
          coalesce(h.answered_at, case when m.delivery in ('answered', 'transferred') then m.delivered_at end)
        when m.state in ('queued', 'sent', 'unknown') and m.delivery is distinct from 'failed' then
          coalesce(m.sent_at, m.started_at, m.queued_at) end) as contact
    from wanted
    join cases c on c.customer_id = wanted.customer_id and c.id = wanted.case_id
    cross join lateral ${sql.raw(addressesOfPerson('c'))} a
    join communications m on m.customer_id = c.customer_id and m.person = a.value and m.by_hand
      and m.queued_at > ${now}::timestamptz - interval '16 days'
    left join manual_calls h on h.customer_id = m.customer_id and h.communication_id = m.id
    union all
    select wanted.case_id, json_build_object('id', 0, 'by', null, 'isHeld', false, 'isOn', false, 'reachedAt', w.at)
    from wanted
    join conversations v on v.customer_id = wanted.customer_id and v.case_id = wanted.case_id
    join conversation_answers w on w.customer_id = v.customer_id and w.conversation_id = v.id
      and w.at > ${now}::timestamptz - interval '16 days'
    union all
    select h.case_id, json_build_object('id', 0, 'by', u.username, 'isHeld', true, 'isOn', false)
    from wanted
    join case_holds h on h.customer_id = wanted.customer_id and h.case_id = wanted.case_id and h.until > ${now}
    left join users u on u.id = h.user_id)
    select case_id, json_agg(contact) as contacts
    from done
    group by case_id`.execute(db)
  return new Map(rows.map((row) => [row.case_id, row.contacts.map(readContact)]))
}

const moment = (text: string | null | undefined) => (text == null ? null : new Date(text))

function readContact({ waitsUntil, resultUntil, reachedAt, ...contact }: StaffContactJson): StaffContact {
  return { ...contact, waitsUntil: moment(waitsUntil), resultUntil: moment(resultUntil), reachedAt: moment(reachedAt) }
}
