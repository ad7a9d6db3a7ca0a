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

const cardOf = prepared<FirstCase>(
  'first-case',
  `select c.id as "caseID", c.case_number as "caseNumber", c.name, $3::text as cause,
    ${isoText('$4::timestamptz')} as "callbackAt", c.currency, ${openCents('c')} as "outstandingCents", c.attempts,
    c.last_answer as "lastAnswer", b.name as "batchName"
  from cases c
  join batches b on b.customer_id = c.customer_id and b.id = c.batch_id
  where c.customer_id = $1 and c.id = $2`,
)

/** What "Volgende dossier" would give now, without holding it. */
export async function findFirstCase(services: Services, caller: Caller, scope: Scope): Promise<ResponseOf<typeof nextCaseApi.first>> {
  const { found, nextAt } = await findNext(services, caller, scope, (candidate) => findCard(services.pool, scope.customerId, candidate))
  if (found === null) return { first: null, nextAt }
  const mask = await findTextMasks(services.pool, caller, [found.caseID])
  return { first: { ...found, name: mask(found.caseID, found.name) }, nextAt: null }
}

async function findCard(pool: Pool, customerId: number, { caseId, cause, callbackAt }: Candidate): Promise<FirstCase | null> {
  const [card] = await cardOf(pool, [customerId, caseId, cause, callbackAt])
  return card ?? null
}
