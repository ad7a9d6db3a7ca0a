import { organisationApi } from '@regie/contract/organisation.ts'
import { mustAccessCustomer } from '../../../platform/http/caller.ts'
import { publicRoute, type Route, route } from '../../../platform/http/route.ts'
import type { Services } from '../../../services.ts'
import { changeSignInRules } from './change-sign-in-rules.ts'
import { findSignInRules } from './sign-in-rules.ts'
import { listProviders } from '../sso/sso-queries.ts'

export const signInRulesRoutes: Route<Services>[] = [
  route(organisationApi.get, ({ db, config }: Services, { caller, params: { customerID } }) => {
    mustAccessCustomer(caller, customerID, 'customer.notFound')
    return findSignInRules(db, config, customerID)
  }),
  route(organisationApi.change, (services: Services, { caller, params: { customerID }, body }) => {
    mustAccessCustomer(caller, customerID, 'customer.notFound')
    return changeSignInRules(services, caller, customerID, body)
  }),
  publicRoute(organisationApi.providers, ({ db }: Services) => listProviders(db)),
]
