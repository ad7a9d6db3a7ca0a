import type { RequestOf } from '@regie/contract/endpoint.ts'
import { rightOfWritten, type WrittenChannel } from '@regie/contract/manual-messages.ts'
import type { messageApi } from '@regie/contract/messages.ts'
import { Right } from '@regie/contract/right-codes.ts'
import { AppError } from '../../platform/app-error.ts'
import type { Db } from '../../platform/db/database.ts'
import { type Caller, mustAccessCustomer } from '../../platform/http/caller.ts'
import type { Services } from '../../services.ts'
import { mustHold } from '../cases/case-work.ts'
import { plannedMoment } from '../communications/manual-messages/planned-moment.ts'
import { paymentLinkUrl } from '../payment-links/payment-link-url.ts'
import { findLiveById, type LiveTemplate } from '../templates/template-queries.ts'
import type { Considering } from './consider-case.ts'

type Plan = Omit<RequestOf<typeof messageApi.send>['body'], 'filter'>
export type Order = { live: LiveTemplate & { name: string }; sendAt: Date | null; considering: Considering }

/** An order as its user may give it: the customer, the right of the channel, and a text that staff may send by it. */
export async function readOrder(services: Services, caller: Caller, channel: WrittenChannel, plan: Plan): Promise<Order> {
  const now = services.clock.now()
  mustAccessCustomer(caller, plan.customerID, 'customer.notFound')
  mustHold(caller, rightOfWritten[channel])
  if (plan.makeLinks) mustHold(caller, Right.makePaymentLinks)
  const live = await findOffered(services.db, plan, channel)
  if (!live) throw new AppError('template.notFound', { field: 'templateID' })
  const sendAt = plannedMoment(plan.sendAt, now)
  return { live, sendAt, considering: consideringOf(services, caller.rights, channel, { ...plan, live, at: sendAt ?? now }) }
}

type Given = Pick<Plan, 'overrides' | 'makeLinks' | 'simplify'> & { live: LiveTemplate; at: Date }

/** What is asked of each case of an order. */
export function consideringOf({ config }: Services, rights: readonly number[], channel: WrittenChannel, given: Given): Considering {
  const { live, overrides, makeLinks, simplify, at } = given
  const mayUnlock = rights.includes(Right.lockBatches)
  return { channel, live, overrides, makeLinks, simplify, mayUnlock, at, urlOf: (token) => paymentLinkUrl(config.publicUrl, token) }
}

/** The text of a template that staff may send by a channel, as it is now. */
export async function findOffered(db: Db, { customerID, templateID }: Pick<Plan, 'customerID' | 'templateID'>, channel: WrittenChannel) {
  const live = await findLiveById(db, customerID, templateID)
  return live?.kind === channel && live.options.offered ? live : undefined
}
