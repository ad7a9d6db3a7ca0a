import type { RetentionClass } from '@regie/contract/retention.ts'
import type { Transaction } from '../../platform/db/database.ts'
import { forgetEntries } from '../bank-statements/forget-entries.ts'
import { removePacks } from '../reports/case/evidence/forget-packs.ts'
import { forgetCases, forgetCaseTexts } from './forget-cases.ts'
import { endedAt, hasPayments, heldBy, isAskedFor } from './held-cases.ts'

/**
 * How the rows of a class are found: `from` with its alias, `id`, the moment from which their period counts (`at`, in the order of an index), and why one
 * of them stays (`held`, null: it goes). `also` is asked of what is old.
 */
export type OldRows = {
  from: string
  where: string
  id: 'c.id' | 'e.id' | 'v.id'
  idType: 'bigint' | 'uuid'
  at: string
  held: string
  /** For what its period may begin later than `at` says. */
  also?: string
  take: (tx: Transaction, customerId: number, ids: readonly string[], now: Date) => Promise<void>
}

const numbers = (ids: readonly string[]) => ids.map(Number)
const casesHeld = `coalesce(${heldBy}, case when ${isAskedFor} then 'request' end)`
const namedCases = { from: 'cases c', id: 'c.id', idType: 'bigint', at: 'c.status_at', held: casesHeld } as const
const lines = { from: 'bank_entries e', id: 'e.id', idType: 'bigint', at: 'e.booked_on' } as const

/** What is old of each class, and who takes it away. */
export const oldRows: Readonly<Record<RetentionClass, OldRows>> = {
  texts: {
    ...namedCases,
    where: `c.status = 'closed' and c.texts_gone_at is null`,
    take: (tx, customerId, ids, now) => forgetCaseTexts(tx, customerId, numbers(ids), now),
  },
  cases: {
    ...namedCases,
    where: `c.status = 'closed' and c.anonymous_at is null and not ${hasPayments}`,
    take: (tx, customerId, ids, now) => forgetCases(tx, customerId, numbers(ids), now),
  },
  paidCases: {
    ...namedCases,
    where: `c.status = 'closed' and c.anonymous_at is null and ${hasPayments}`,
    also: endedAt,
    take: (tx, customerId, ids, now) => forgetCases(tx, customerId, numbers(ids), now),
  },
  bankLines: {
    ...lines,
    where: `e.anonymous_at is null and e.was_booked`,
    // A booking that was taken back waits to be booked again.
    held: `case when e.amount_cents > 0 and e.ignored_at is null and not e.is_booked then 'waiting' end`,
    take: (tx, customerId, ids, now) => forgetEntries(tx, customerId, numbers(ids), now),
  },
  otherBankLines: {
    ...lines,
    where: `e.anonymous_at is null and not e.was_booked`,
    held: `case when e.amount_cents > 0 and e.ignored_at is null then 'waiting' end`,
    take: (tx, customerId, ids, now) => forgetEntries(tx, customerId, numbers(ids), now),
  },
  evidencePacks: {
    from: 'evidence_packs v',
    where: 'true',
    id: 'v.id',
    idType: 'uuid',
    at: 'v.made_at',
    held: `case when exists (
        select from cases c
        where c.customer_id = v.customer_id and c.id = v.case_id and c.status <> 'closed') then 'open' end`,
    take: removePacks,
  },
}
