import { queueApi, teamApi } from '@regie/contract/teams.ts'
import { mustAccessCustomer } from '../../platform/http/caller.ts'
import { type Route, route } from '../../platform/http/route.ts'
import type { Services } from '../../services.ts'
import { changeQueue, createQueue, removeQueue } from './change-queues.ts'
import { changeTeam, createTeam, removeTeam } from './change-teams.ts'
import { listAgentPeople, listCallerIds, listQueueChoice, listQueues, listTeamChoice, listTeams } from './team-queries.ts'

export const teamRoutes: Route<Services>[] = [
  route(teamApi.list, async ({ db }: Services, { caller, query: { customerID } }) => {
    mustAccessCustomer(caller, customerID, 'customer.notFound')
    return { teams: await listTeams(db, customerID), people: await listAgentPeople(db, customerID) }
  }),
  route(teamApi.create, (services: Services, { caller, body }) => createTeam(services, caller, body)),
  route(teamApi.change, (services: Services, { caller, params, body }) => changeTeam(services, caller, params.teamID, body)),
  route(teamApi.remove, (services: Services, { caller, params }) => removeTeam(services, caller, params.teamID)),
  route(teamApi.choice, ({ db }: Services, { caller, query: { customerID } }) => {
    mustAccessCustomer(caller, customerID, 'customer.notFound')
    return listTeamChoice(db, customerID)
  }),
  route(queueApi.list, async ({ db }: Services, { caller, query: { customerID } }) => {
    mustAccessCustomer(caller, customerID, 'customer.notFound')
    return { queues: await listQueues(db, customerID), callerIDs: await listCallerIds(db, customerID) }
  }),
  route(queueApi.create, (services: Services, { caller, body }) => createQueue(services, caller, body)),
  route(queueApi.change, (services: Services, { caller, params, body }) => changeQueue(services, caller, params.queueID, body)),
  route(queueApi.remove, (services: Services, { caller, params }) => removeQueue(services, caller, params.queueID)),
  route(queueApi.choice, ({ db }: Services, { caller, query: { customerID, teams } }) => {
    mustAccessCustomer(caller, customerID, 'customer.notFound')
    return listQueueChoice(db, customerID, teams)
  }),
]
