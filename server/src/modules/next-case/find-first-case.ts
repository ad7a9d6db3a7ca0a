import type { FirstCase, nextCaseApi } from '@regie/contract/next-case.ts'
import type { ResponseOf } from '@regie/contract/endpoint.ts'
import type { Pool } from 'pg'
import { isoText, prepared } from '../../platform/db/prepared.ts'
import type { Caller } from '../../platform/http/caller.ts'
import type { Services } from '../../services.ts'
import { findTextMasks } from '../cases/masks/case-mask.ts'
import { openCents } from '../cases/money/open-amount.ts'
import type { Candidate } from './next-case-order.ts'
import { findNext, type Scope } from './take-next-case.ts'

const cardsOf = prepared<FirstCase>(
  'first-cases',
  `select c.id as "caseID", c.case_number as "caseNumber", c.name, a.cause,
    ${isoText('a.callback_at')} as "callbackAt", c.currency, ${openCents('c')} as "outstandingCents",
    c.attempts, c.last_answer as "lastAnswer", b.name as "batchName"
  from unnest($2::bigint[], $3::text[], $4::timestamptz[]) with ordinality a (id, cause, callback_at, place)
  join cases c on c.customer_id = $1 and c.id = a.id
  join batches b on b.customer_id = c.customer_id and b.id = c.batch_id
  order by a.place`,
)

/** What "Volgende dossier" would give now, and what after it, without holding them. */
export async function findFirstCase(services: Services, caller: Caller, scope: Scope): Promise<ResponseOf<typeof nextCaseApi.first>> {
  const { found, nextAt } = await findNext(services, caller, scope, (...candidates) =>
    findCards(services.pool, scope.customerId, candidates),
  )
  if (found === null) return { first: null, after: [], nextAt }
  const mask = await findTextMasks(
    services.pool,
    caller,
    found.map(({ caseID }) => caseID),
  )
  const [first = null, ...after] = found.map((card) => ({ ...card, name: mask(card.caseID, card.name) }))
  return { first, after, nextAt: null }
}

async function findCards(pool: Pool, customerId: number, candidates: readonly Candidate[]): Promise<FirstCase[] | null> {
  const cards = await cardsOf(pool, [
    customerId,
    candidates.map(({ caseId }) => caseId),
    candidates.map(({ cause }) => cause),
    candidates.map(({ callbackAt }) => callbackAt),
  ])
  return cards.length === 0 ? null : cards
}
