import { providerApi } from '@regie/contract/providers.ts'
import { ownChannels } from '../../gateways/own-simulated.ts'
import { mustAccessCustomer } from '../../platform/http/caller.ts'
import { type Route, route } from '../../platform/http/route.ts'
import type { Services } from '../../services.ts'
import { changeProvider, createProvider, removeProvider } from './change-provider.ts'
import { connectProvider, finishConnecting } from './connect-provider.ts'
import { listProviders } from './provider-queries.ts'
import { testProvider } from './test-provider.ts'

export const providerRoutes: Route<Services>[] = [
  route(providerApi.list, async ({ db, config, gateways }: Services, { caller, query }) => {
    mustAccessCustomer(caller, query.customerID, 'customer.notFound')
    return { rows: await listProviders(db, config, query.customerID), own: ownChannels(gateways) }
  }),
  route(providerApi.create, (services: Services, { caller, body }) => createProvider(services, caller, body)),
  route(providerApi.change, (services: Services, { caller, params, body }) => changeProvider(services, caller, params.providerID, body)),
  route(providerApi.remove, (services: Services, { caller, params }) => removeProvider(services, caller, params.providerID)),
  route(providerApi.test, (services: Services, { caller, params }) => testProvider(services, caller, params.providerID)),
  route(providerApi.connect, (services: Services, { caller, params }) => connectProvider(services, caller, params.providerID)),
  route(providerApi.connected, (services: Services, { caller, body }) => finishConnecting(services, caller, body)),
]
