import { type CaseFilter, caseFilter, noResult } from '@regie/contract/case-filter.ts'
import { type RawBuilder, sql } from 'kysely'
import { openCents } from '../money/open-amount.ts'

const names = Object.keys(caseFilter) as (keyof CaseFilter)[]

/** Is a list asked for by more than its status? */
export function isFiltered(filter: CaseFilter): boolean {
  return names.some((name) => filter[name] !== undefined)
}

/** SQL: what a filter asks of case `c`, said as the indexes of a batch's cases have it. */
export function filterConditions({ result, answer, step, minCents, maxCents }: CaseFilter): RawBuilder<boolean>[] {
  const open = sql.raw(`coalesce(${openCents('c')}, -1)`)
  return [
    ...(result === undefined ? [] : [sql<boolean>`coalesce(c.result, '') = ${result === noResult ? '' : result}`]),
    ...(answer === undefined ? [] : [sql<boolean>`c.last_answer = ${answer}`]),
    ...(step === undefined ? [] : [standsAt(step)]),
    // A case without a claim has -1 there, so a bound above leaves it out too.
    ...(minCents === undefined && maxCents === undefined ? [] : [sql<boolean>`${open} >= ${minCents ?? 0}`]),
    ...(maxCents === undefined ? [] : [sql<boolean>`${open} <= ${maxCents}`]),
  ]
}

const standsAt = (step: string) => sql<boolean>`
  c.status <> 'closed' and exists (
    select from case_runs r
    where r.customer_id = c.customer_id
      and r.batch_id = c.batch_id
      and r.case_id = c.id
      and r.step = ${step}
      and r.state <> 'finished')`
