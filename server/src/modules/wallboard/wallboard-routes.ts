import { Right } from '@regie/contract/right-codes.ts'
import { wallboardApi } from '@regie/contract/wallboard.ts'
import { mustAccessCustomer } from '../../platform/http/caller.ts'
import { type Route, route } from '../../platform/http/route.ts'
import type { Services } from '../../services.ts'
import { findWallboard } from './find-wallboard.ts'

export const wallboardRoutes: Route<Services>[] = [
  route(wallboardApi.get, ({ db, clock }: Services, { caller, query: { customerID } }) => {
    mustAccessCustomer(caller, customerID, 'customer.notFound')
    const sight = { numbers: caller.rights.includes(Right.viewPersonalData), agents: caller.rights.includes(Right.reportAgents) }
    return findWallboard(db, customerID, sight, clock.now())
  }),
]
