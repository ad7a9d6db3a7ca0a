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
import { findNamed } from '../communications/sms-failover/named-provider.ts'
import { linkUrlFor, paymentLinkUrl } from '../cases/money/payment-link-url.ts'
import { findLiveById, type OfferedTemplate } from '../templates/template-queries.ts'
import type { Considering } from './consider-case.ts'

type Plan = Omit<RequestOf<typeof messageApi.send>['body'], 'filter'>
/** A channel of an order with its text. */
export type Way = { live: OfferedTemplate; considering: Considering }
/** `ways`: in the order in which they are tried. */
export type Order = { ways: [Way, ...Way[]]; sendAt: Date | null }

/** An order as its user may give it: the customer, and of each channel its right and a text that staff may send by it. */
export async function readOrder(services: Services, caller: Caller, channel: WrittenChannel, plan: Plan): Promise<Order> {
  const now = services.clock.now()
  mustAccessCustomer(caller, plan.customerID, 'customer.notFound')
  const channels = [channel, ...plan.otherwise.map((one) => one.channel)]
  if (new Set(channels).size < channels.length) throw new AppError('error.invalid', { field: 'otherwise' })
  for (const one of channels) mustHold(caller, rightOfWritten[one])
  if (plan.makeLinks) mustHold(caller, Right.makePaymentLinks)
  const sendAt = plannedMoment(plan.sendAt, now)
  const readWay = async (by: WrittenChannel, templateID: number, field: string): Promise<Way> => {
    const live = await findOffered(services.db, { ...plan, templateID }, by)
    if (!live) throw new AppError('template.notFound', { field })
    const named = await findNamed(services.db, plan.customerID, { channel: by, options: live.options })
    return { live, considering: consideringOf(services, caller.rights, by, { ...plan, live, named, at: sendAt ?? now }) }
  }
  const first = await readWay(channel, plan.templateID, 'templateID')
  const next: Way[] = []
  for (const one of plan.otherwise) next.push(await readWay(one.channel, one.templateID, 'otherwise'))
  return { ways: [first, ...next], sendAt }
}

type Given = Pick<Plan, 'overrides' | 'makeLinks' | 'simplify'> & Pick<Considering, 'live' | 'named' | 'at'>

/** What is asked of each case of an order. */
export function consideringOf({ config }: Services, rights: readonly number[], channel: WrittenChannel, given: Given): Considering {
  const { live, named, overrides, makeLinks, simplify, at } = given
  const mayUnlock = rights.includes(Right.lockBatches)
  const urlOf = (token: string) => linkUrlFor(channel, config, paymentLinkUrl(config.publicUrl, token))
  return { channel, live, named, overrides, makeLinks, simplify, mayUnlock, at, urlOf }
}

/** The text of a template that staff may send by a channel, as it is now. */
export async function findOffered(db: Db, { customerID, templateID }: Pick<Plan, 'customerID' | 'templateID'>, channel: WrittenChannel) {
  const live = await findLiveById(db, customerID, templateID)
  return live?.kind === channel && live.options.offered ? live : undefined
}
