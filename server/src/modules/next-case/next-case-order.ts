import type { NextCaseCause } from '@regie/contract/next-case.ts'

/** A case that might be called next. */
export type Candidate = {
  caseId: number
  batchId: number
  cause: NextCaseCause
  callbackAt: Date | null
  /** The call-back is the caller's own, not anyone's. */
  isOwn: boolean
  /** What is open, in cents, times the chance in percent that a call brings it. */
  worth: number
}

const ranks: Record<NextCaseCause, number> = { callback: 0, broken: 1, worth: 2 }

/**
 * Which of two cases is to be called first. A due call-back goes before a broken promise, and that before all others; an own call-back before one for
 * anyone, the older before the newer; among the rest the one that is worth more; of equals the older case.
 */
export function compareCandidates(one: Candidate, other: Candidate): number {
  return (
    ranks[one.cause] - ranks[other.cause] ||
    Number(other.isOwn) - Number(one.isOwn) ||
    (one.callbackAt?.getTime() ?? 0) - (other.callbackAt?.getTime() ?? 0) ||
    other.worth - one.worth ||
    one.caseId - other.caseId
  )
}

/**
 * The chance in percent that a call of this case brings money: it falls with each attempt, and a number that is none brings nothing. A first guess,
 * made to be measured; the index cases_worth has the same numbers.
 */
export function callChance({ attempts, lastAnswer }: { attempts: number; lastAnswer: string | null }): number {
  if (lastAnswer === 'ongeldig' || lastAnswer === 'fax') return 0
  return [30, 24, 18, 14, 10, 10][attempts] ?? 6
}

/** SQL: the open amount of a case times its chance, to the letter as the index cases_worth has it. */
export const worthSql = `(c.outstanding_cents - c.paid_cents) * case
      when c.last_answer in ('ongeldig', 'fax') then 0
      when c.attempts = 0 then 30
      when c.attempts = 1 then 24
      when c.attempts = 2 then 18
      when c.attempts = 3 then 14
      when c.attempts < 6 then 10
      else 6 end`
