import { agentApi } from '@regie/contract/agents.ts'
import { mustAccessCustomer } from '../../platform/http/caller.ts'
import { type Route, route } from '../../platform/http/route.ts'
import type { Services } from '../../services.ts'
import { listAgents } from './agent-queries.ts'
import { changeAgentStatus, findMyAgent, logOutAgent, stayAgent } from './change-agent-status.ts'

export const agentRoutes: Route<Services>[] = [
  route(agentApi.mine, async ({ db }: Services, { caller, query }) => ({ agent: await findMyAgent(db, caller, query.customerID) })),
  route(agentApi.list, async ({ db }: Services, { caller, query: { customerID } }) => {
    mustAccessCustomer(caller, customerID, 'customer.notFound')
    return { agents: await listAgents(db, customerID) }
  }),
  route(agentApi.changeStatus, (services: Services, { caller, body }) => changeAgentStatus(services, caller, body)),
  route(agentApi.logOut, (services: Services, { caller, body }) => logOutAgent(services, caller, body)),
  route(agentApi.stay, (services: Services, { caller, body }) => stayAgent(services, caller, body.customerID)),
]
