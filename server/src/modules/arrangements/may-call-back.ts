import { channelProviders, type Gateways } from '../../gateways/gateways.ts'
import { AppError } from '../../platform/app-error.ts'
import type { Transaction } from '../../platform/db/database.ts'
import { callHoursRefusal } from '../contact-permission/contact-permission.ts'
import { findContactFacts } from '../contact-facts/contact-facts.ts'

/** Throws unless the person may be called at this moment by law, by the script's windows and by what the person asked for; how case and batch stand then, nobody knows yet. */
export async function mustBeCallable(
  tx: Transaction,
  gateways: Gateways,
  ref: { customerId: number; caseId: number },
  { at, now }: { at: Date; now: Date },
): Promise<void> {
  const facts = (await findContactFacts(tx, channelProviders(gateways), [ref], now)).get(ref.caseId)
  if (!facts) throw new AppError('case.notFound')
  const held = callHoursRefusal(facts, at)
  if (held) throw new AppError('case.callbackOutsideWindow', { field: 'callbackAt', params: { nextAt: held.nextAt?.toISOString() ?? '' } })
}
