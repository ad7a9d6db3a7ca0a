import type { callApi } from '@regie/contract/calls.ts'
import type { RequestOf, ResponseOf } from '@regie/contract/endpoint.ts'
import { channelProviders } from '../../../gateways/gateways.ts'
import { type Caller, mustAccessCustomer } from '../../../platform/http/caller.ts'
import type { Services } from '../../../services.ts'
import { findContactFacts } from '../../contact-facts/contact-facts.ts'
import { staffPermission } from '../../contact-permission/contact-permission.ts'

type Query = RequestOf<typeof callApi.lights>['query']

/** May the persons of these cases be called now by hand: what a call itself would be refused for. */
export async function callLights(
  { db, gateways, clock }: Services,
  caller: Caller,
  { customerID, cases }: Query,
): Promise<ResponseOf<typeof callApi.lights>> {
  mustAccessCustomer(caller, customerID, 'customer.notFound')
  const now = clock.now()
  const refs = [...new Set(cases.split(',').map(Number))].map((caseId) => ({ customerId: customerID, caseId }))
  const facts = await findContactFacts(db, channelProviders(gateways), refs, now)
  return [...facts].map(([caseID, known]) => ({ caseID, ...staffPermission(known, 'call', now) }))
}
