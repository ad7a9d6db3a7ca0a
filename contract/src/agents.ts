import * as z from 'zod/mini'
import { AgentStatus, chosenStatuses } from './agent-status.ts'
import { endpoint } from './endpoint.ts'
import { BodyId, Id } from './paging.ts'
import { Right } from './right-codes.ts'

/** An agent as they stand now: a member of a team of the customer. */
export const Agent = z.object({
  userID: z.number(),
  name: z.string(),
  status: AgentStatus,
  statusAt: z.string(),
  /** Since when they are logged in; null: they are not. */
  loginAt: z.nullable(z.string()),
  /** What comes after the call or the after-call work that is on; null: available. */
  afterCall: z.nullable(z.enum(chosenStatuses)),
  /** The queues that they may answer, and whether they do. */
  queues: z.array(z.object({ queueID: z.number(), name: z.string(), isIn: z.boolean() })),
})
export type Agent = z.infer<typeof Agent>

const OfCustomer = z.object({ customerID: Id })

export const agentApi = {
  mine: endpoint({
    method: 'GET',
    path: '/agent',
    access: 'loggedIn',
    summary: 'How the caller stands as an agent of a customer; null for whoever is in no team there',
    query: OfCustomer,
    response: z.object({ agent: z.nullable(Agent) }),
  }),
  list: endpoint({
    method: 'GET',
    path: '/agents',
    access: { right: [Right.changeAgents] },
    summary: 'The agents of a customer as they stand now',
    query: OfCustomer,
    response: z.object({ agents: z.array(Agent) }),
  }),
  changeStatus: endpoint({
    method: 'PUT',
    path: '/agent/status',
    access: 'loggedIn',
    summary:
      'Say how one stands as an agent, and which queues one answers. During a call it says what comes after it. Of a colleague: with right 406',
    body: z.object({
      customerID: BodyId,
      status: z.enum(chosenStatuses),
      /** Left out: those of before, and at logging in all that one may answer. */
      queueIDs: z.optional(z.array(BodyId).check(z.maxLength(50))),
      /** Left out: the caller. */
      userID: z.optional(BodyId),
    }),
    response: Agent,
  }),
  logOut: endpoint({
    method: 'PUT',
    path: '/agent/logout',
    access: 'loggedIn',
    summary: 'Stop being an agent for now: away, in no queue',
    body: z.object({ customerID: BodyId, userID: z.optional(BodyId) }),
    response: Agent,
  }),
  stay: endpoint({
    method: 'POST',
    path: '/agent/stay',
    access: 'loggedIn',
    summary: 'The browser of the caller is still open: an agent whose browser is silent is away after a while',
    renews: true,
    body: z.object({ customerID: BodyId }),
  }),
}
