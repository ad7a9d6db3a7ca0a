import type { ComplianceProfileName } from '@regie/contract/customers.ts'
import type { ErasureCounts } from '@regie/contract/privacy.ts'
import { type HoldReason, retentionRules, shortestPeriod } from '@regie/contract/retention.ts'
import { sql } from 'kysely'
import type { Db, Transaction } from '../../../platform/db/database.ts'
import { endedAt, hasPayments, heldBy } from '../held-cases.ts'
import { monthsBefore } from '../periods.ts'

export type CaseFacts = {
  caseId: number
  held: HoldReason | null
  isPaid: boolean
  isAnonymous: boolean
  hasTexts: boolean
  closedAt: Date
  /** The same, or the last of its payments. */
  endedAt: Date
}

export type Erasure = { caseId: number; does: 'anonymise' | 'empty' | 'nothing'; held: HoldReason | null }

/**
 * What an erasure does with a case. What is not over stays whole; then the law's shortest periods count, not those that the customer chose for itself: a
 * payment is kept for seven years, and until then loses the texts that no law asks for.
 */
export function erasureOf(facts: CaseFacts, profile: ComplianceProfileName, now: Date): Erasure {
  const { caseId, held, isPaid, isAnonymous, hasTexts } = facts
  if (isAnonymous) return { caseId, does: 'nothing', held: null }
  if (held !== null) return { caseId, does: 'nothing', held }
  const isOver = (name: 'texts' | 'cases' | 'paidCases', at: Date) => {
    const { law, months } = shortestPeriod(name, profile)
    return law === null || at < monthsBefore(now, months)
  }
  if (isPaid ? isOver('paidCases', facts.endedAt) : isOver('cases', facts.closedAt)) return { caseId, does: 'anonymise', held: null }
  const law = retentionRules[isPaid ? 'paidCases' : 'cases'].minimum?.law ?? null
  return { caseId, does: hasTexts && isOver('texts', facts.closedAt) ? 'empty' : 'nothing', held: law }
}

/** Reads what decides, of these cases; with `lock` nobody changes them until the transaction ends. */
export async function planErasure(
  db: Db | Transaction,
  { customerId, caseIds, now, lock = false }: { customerId: number; caseIds: readonly number[]; now: Date; lock?: boolean },
): Promise<Erasure[]> {
  const { rows } = await sql<CaseFacts & { profile: ComplianceProfileName }>`
    select c.id as "caseId", ${sql.raw(heldBy)} as held, ${sql.raw(hasPayments)} as "isPaid",
      c.anonymous_at is not null as "isAnonymous", c.texts_gone_at is null as "hasTexts", c.status_at as "closedAt",
      ${sql.raw(endedAt)} as "endedAt", (
        select compliance_profile from customers where id = ${customerId}) as profile
    from cases c
    where c.customer_id = ${customerId} and c.id = any(${[...caseIds]}::bigint[])
    order by c.id
    ${lock ? sql`for update of c` : sql``}`.execute(db)
  return rows.map(({ profile, ...facts }) => erasureOf(facts, profile, now))
}

/** The numbers that are confirmed, and that stay in the register. */
export function countErasures(erasures: readonly Erasure[]): ErasureCounts {
  const held: ErasureCounts['held'] = {}
  for (const { held: reason } of erasures) if (reason !== null) held[reason] = (held[reason] ?? 0) + 1
  const count = (does: Erasure['does']) => erasures.filter((one) => one.does === does).length
  return { anonymous: count('anonymise'), emptied: count('empty'), held }
}
