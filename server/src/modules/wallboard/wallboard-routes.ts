import { Right } from '@regie/contract/right-codes.ts'
import { wallboardApi } from '@regie/contract/wallboard.ts'
import { mustAccessCustomer } from '../../platform/http/caller.ts'
import { type Route, route } from '../../platform/http/route.ts'
import type { Services } from '../../services.ts'
import { findWallboard } from './find-wallboard.ts'

export const wallboardRoutes: Route<Services>[] = [
  route(wallboardApi.get, ({ db, clock }: Services, { caller, query: { customerID } }) => {
    mustAccessCustomer(caller, customerID, 'customer.notFound')
    const may = (right: number) => caller.rights.includes(right)
    const sight = { numbers: may(Right.viewPersonalData), agents: may(Right.reportAgents), listens: may(Right.listenIn) }
    return findWallboard(db, customerID, sight, clock.now())
  }),
]
