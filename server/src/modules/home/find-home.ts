import type { Home } from '@regie/contract/home.ts'
import { Right } from '@regie/contract/right-codes.ts'
import { type Caller, mustAccessCustomer } from '../../platform/http/caller.ts'
import type { Services } from '../../services.ts'
import { findCallingHours } from './calling-hours.ts'
import { findAttention } from './home-attention.ts'
import { findHomeMoney } from './home-money.ts'
import { homeDays, type HomeScope } from './home-scope.ts'
import { listOpenBatches, stalledOf, withDetails } from './running-batches.ts'

/** What the first screen shows this caller: five questions, all answered from kept figures and indexes of what is open. */
export async function findHome({ pool, clock }: Services, caller: Caller, scope: HomeScope): Promise<Home> {
  const { customerId } = scope
  mustAccessCustomer(caller, customerId, 'customer.notFound')
  const now = clock.now()
  const { today } = homeDays(now)
  const maySeeCases = caller.rights.includes(Right.viewCases)
  const maySeeBatches = caller.rights.includes(Right.viewBatches)
  const [calling, money, attention, batches] = await Promise.all([
    findCallingHours(pool, scope, today),
    maySeeCases ? findHomeMoney(pool, scope, now) : null,
    findAttention(pool, caller, scope, now),
    listOpenBatches(pool, scope, now),
  ])
  return {
    day: today,
    calling,
    money,
    attention: { ...attention, stalled: maySeeBatches ? stalledOf(batches.rows) : [] },
    running: maySeeBatches ? await withDetails(pool, customerId, batches.rows, maySeeCases) : null,
    hasBatches: batches.some,
  }
}
