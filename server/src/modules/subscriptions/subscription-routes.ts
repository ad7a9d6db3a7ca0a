import { contactApi, type Subscription, subscriptionKeys } from '@regie/contract/contacts.ts'
import { AppError } from '../../platform/app-error.ts'
import { withAllCustomers } from '../../platform/db/scope.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { type Route, route } from '../../platform/http/route.ts'
import type { Services } from '../../services.ts'
import { findContact } from '../contacts/contact-queries.ts'
import { listSubscriptions, subscribe } from '../contacts/subscriptions.ts'
import { mayBeMailed } from './may-be-mailed.ts'

export const subscriptionRoutes: Route<Services>[] = [
  route(contactApi.subscriptions, async (services: Services, { caller, params: { contactID }, query: { customerID } }) => {
    const allowed = await listAllowed(services, caller, customerID, contactID)
    return withAllowed(await listSubscriptions(services, caller, customerID, contactID), allowed)
  }),
  route(contactApi.subscribe, async (services: Services, { caller, params: { contactID }, body }) => {
    const { enabled, key } = body.subscription
    const allowed = await listAllowed(services, caller, body.customerID, contactID)
    if (enabled && !allowed.includes(key)) throw new AppError('contact.mayNotSee', { field: 'subscription.enabled' })
    return withAllowed(await subscribe(services, caller, contactID, body), allowed)
  }),
]

const withAllowed = (wishes: readonly Omit<Subscription, 'isAllowed'>[], allowed: readonly string[]): Subscription[] =>
  wishes.map((wish) => ({ ...wish, isAllowed: allowed.includes(wish.key) }))

/** What a contact may be mailed about now. */
async function listAllowed({ db, clock }: Services, caller: Caller, customerId: number, contactId: number) {
  const { userID: userId } = await findContact(db, caller, customerId, contactId)
  const now = clock.now()
  return withAllCustomers(async () => {
    const allowed: string[] = []
    for (const key of subscriptionKeys) if (await mayBeMailed(db, key, { customerId, userId }, now)) allowed.push(key)
    return allowed
  })
}
