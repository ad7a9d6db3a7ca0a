import { channelProviders, type Gateways } from '../../../gateways/gateways.ts'
import { AppError } from '../../../platform/app-error.ts'
import type { Transaction } from '../../../platform/db/database.ts'
import { type Caller, mustAccessCustomer } from '../../../platform/http/caller.ts'
import type { Services } from '../../../services.ts'
import { callHoursRefusal } from '../../contact-permission/contact-permission.ts'
import { findContactFacts } from '../../contact-facts/contact-facts.ts'

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

/** The first moment from then on, but never one that is past, at which the person may be called; null when no waiting helps. */
export async function findCallbackMoment(
  { db, gateways, clock }: Services,
  caller: Caller,
  caseId: number,
  from: Date,
): Promise<{ at: string | null }> {
  const found = await db.selectFrom('cases').select('customer_id').where('id', '=', caseId).executeTakeFirst()
  if (!found) throw new AppError('case.notFound')
  mustAccessCustomer(caller, found.customer_id, 'case.notFound')
  const now = clock.now()
  const facts = (await findContactFacts(db, channelProviders(gateways), [{ customerId: found.customer_id, caseId }], now)).get(caseId)
  if (!facts) throw new AppError('case.notFound')
  const asked = from > now ? from : now
  const held = callHoursRefusal(facts, asked)
  return { at: (held === null ? asked : held.nextAt)?.toISOString() ?? null }
}
