import type { Home } from '@regie/contract/home.ts'
import { Right } from '@regie/contract/right-codes.ts'
import { type Caller, mustAccessCustomer } from '../../platform/http/caller.ts'
import type { Services } from '../../services.ts'
import { complianceProfile } from '../contact-permission/compliance-profile.ts'
import { lawfulHours } from '../contact-permission/lawful-hours.ts'
import { findCompliance } from '../customers/compliance-queries.ts'
import { findAttention } from './home-attention.ts'
import { findHomeMoney } from './home-money.ts'
import { homeDays, type HomeScope } from './home-scope.ts'
import { listOpenBatches, stalledOf, withDetails } from './running-batches.ts'

/** What the first screen shows this caller: five questions, all answered from kept figures and indexes of what is open. */
export async function findHome({ db, pool, clock }: Services, caller: Caller, scope: HomeScope): Promise<Home> {
  const { customerId } = scope
  mustAccessCustomer(caller, customerId, 'customer.notFound')
  const now = clock.now()
  const { today } = homeDays(now)
  const maySeeCases = caller.rights.includes(Right.viewCases)
  const maySeeBatches = caller.rights.includes(Right.viewBatches)
  const [{ profile }, money, attention, batches] = await Promise.all([
    findCompliance(db, customerId),
    maySeeCases ? findHomeMoney(pool, scope, now) : null,
    findAttention(pool, caller, scope, now),
    listOpenBatches(pool, scope, now),
  ])
  const hours = lawfulHours(complianceProfile[profile], today)
  return {
    day: today,
    calling: typeof hours === 'string' ? null : { from: hours.earliest, until: hours.latest + 1 },
    money,
    attention: { ...attention, stalled: maySeeBatches ? stalledOf(batches.rows) : [] },
    running: maySeeBatches ? await withDetails(pool, customerId, batches.rows, maySeeCases) : null,
    hasBatches: batches.some,
  }
}
