import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { OpeningHours } from './time-windows.ts'
import { IdList } from './id-list.ts'
import { BodyId, Id, Version } from './paging.ts'
import { Right } from './right-codes.ts'

export const teamNameMax = 60
const teamMembersMax = 200
/** So many queues fit on a wall (product.md §5.15). */
export const queuesMax = 12

const name = (missing: string) => z.string().check(z.trim(), z.minLength(1, missing), z.maxLength(teamNameMax))
const Members = z.array(BodyId).check(z.maxLength(teamMembersMax))

export const saidMax = 600
const openingsMax = 14
const numbersMax = 50

/** What a caller hears: `{customer}` is the name of the customer. Empty: the text that comes with the product. */
const Said = z.string().check(z.trim(), z.maxLength(saidMax), z.regex(/^([^{}]|\{customer\})*$/, 'queue.textInvalid'))
const SaidTexts = z.object({ greeting: Said, away: Said })
/** In each language of a case; whoever is unknown hears that of the script of the number. */
export const QueueTexts = z.object({ nl: SaidTexts, eng: SaidTexts, fr: SaidTexts })
export type QueueTexts = z.infer<typeof QueueTexts>
const unsaid = { greeting: '', away: '' }
export const noTexts: QueueTexts = { nl: unsaid, eng: unsaid, fr: unsaid }

/** Colleagues who answer queues together. */
export const Team = z.object({
  teamID: z.number(),
  customerID: z.number(),
  name: z.string(),
  memberIDs: z.array(z.number()),
  version: z.number(),
})
export type Team = z.infer<typeof Team>

/** Where calls wait for an agent: members of one team answer it. */
export const Queue = z.object({
  queueID: z.number(),
  customerID: z.number(),
  teamID: z.number(),
  name: z.string(),
  /** By which the exchange and the wall call it; empty: none. */
  number: z.string(),
  /** Who may answer several queues takes the one with the lowest number first. */
  priority: z.number(),
  /** Answered within so many seconds is in time, and so much of a hundred should be. */
  targetSeconds: z.number(),
  targetPercent: z.number(),
  /** From a longer wait, a lower service level and more people who wait on, the wall shows it red and mails leave. */
  limitSeconds: z.number(),
  limitPercent: z.number(),
  waitingWarn: z.number(),
  waitingLimit: z.number(),
  /** So long it has to last before a mail leaves. */
  alertMinutes: z.number(),
  /** So long the phone of an agent rings; then the next one is tried. */
  ringSeconds: z.number(),
  memberIDs: z.array(z.number()),
  /** The scripts that put people through to it. */
  scriptIDs: z.array(z.number()),
  /** Numbers of ours: whoever calls one and is known to no case comes here. */
  callerIDs: z.array(z.string()),
  /** Empty: whenever somebody is at work for it. Holidays are those of the customer. */
  opening: z.array(OpeningHours),
  texts: QueueTexts,
  version: z.number(),
})
export type Queue = z.infer<typeof Queue>

export const AgentPerson = z.object({ userID: z.number(), name: z.string() })
export type AgentPerson = z.infer<typeof AgentPerson>

/** The least and the most of each number of a queue. */
export const queueBounds = {
  priority: { min: 1, max: 9 },
  targetSeconds: { min: 5, max: 600 },
  targetPercent: { min: 1, max: 100 },
  limitSeconds: { min: 5, max: 3600 },
  limitPercent: { min: 0, max: 100 },
  waitingWarn: { min: 0, max: 500 },
  waitingLimit: { min: 0, max: 500 },
  alertMinutes: { min: 1, max: 60 },
  ringSeconds: { min: 5, max: 120 },
} as const
const within = ({ min, max }: { min: number; max: number }) => z.number().check(z.int(), z.gte(min), z.lte(max))

const TeamParts = { name: name('team.nameMissing'), memberIDs: Members }
const QueueParts = {
  teamID: BodyId,
  name: name('queue.nameMissing'),
  number: z.string().check(z.trim(), z.regex(/^[0-9]{0,15}$/, 'queue.numberInvalid')),
  priority: within(queueBounds.priority),
  targetSeconds: within(queueBounds.targetSeconds),
  targetPercent: within(queueBounds.targetPercent),
  limitSeconds: within(queueBounds.limitSeconds),
  limitPercent: within(queueBounds.limitPercent),
  waitingWarn: within(queueBounds.waitingWarn),
  waitingLimit: within(queueBounds.waitingLimit),
  alertMinutes: within(queueBounds.alertMinutes),
  ringSeconds: within(queueBounds.ringSeconds),
  memberIDs: Members,
  scriptIDs: z.array(BodyId).check(z.maxLength(100)),
  callerIDs: z.array(z.string().check(z.regex(/^\+[0-9]{6,15}$/, 'queue.callerIdUnknown'))).check(z.maxLength(numbersMax)),
  opening: z.array(OpeningHours).check(z.maxLength(openingsMax)),
  texts: QueueTexts,
}
const TeamId = z.object({ teamID: Id })
const QueueId = z.object({ queueID: Id })
const OfCustomer = z.object({ customerID: Id })
const access = { right: Right.changeTeams }
/** Whoever looks at calls, now or later, chooses teams and queues. */
const choosing = { right: [Right.viewMonitor, Right.viewQueue, Right.viewWallboard, Right.reportCalls, Right.changeTeams] }

export const teamApi = {
  list: endpoint({
    method: 'GET',
    path: '/teams',
    access,
    summary: 'The teams of a customer, and who can be a member',
    query: OfCustomer,
    response: z.object({ teams: z.array(Team), people: z.array(AgentPerson) }),
  }),
  create: endpoint({
    method: 'POST',
    path: '/teams',
    access,
    summary: 'A new team',
    body: z.object({ customerID: BodyId, ...TeamParts }),
    response: Team,
  }),
  change: endpoint({
    method: 'PUT',
    path: '/teams/:teamID',
    access,
    summary: 'Rename a team and say who is in it; who leaves it leaves its queues',
    savedAs: [{ entity: 'team', param: 'teamID' }],
    params: TeamId,
    body: z.object({ ...TeamParts, version: Version }),
    response: Team,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/teams/:teamID',
    access,
    summary: 'Delete a team that has no queue any more',
    params: TeamId,
  }),
  /** Names as spec §3 has them in the selection. */
  choice: endpoint({
    method: 'GET',
    path: '/reports/calls/teams',
    access: choosing,
    summary: 'The teams of a customer, to choose from',
    query: OfCustomer,
    response: z.array(z.object({ team_id: z.number(), team_name: z.string() })),
  }),
}

export const queueApi = {
  list: endpoint({
    method: 'GET',
    path: '/queues',
    access,
    summary: 'The queues of a customer, and the numbers from which its scripts call',
    query: OfCustomer,
    response: z.object({ queues: z.array(Queue), callerIDs: z.array(z.string()) }),
  }),
  create: endpoint({
    method: 'POST',
    path: '/queues',
    access,
    summary: 'A new queue of a team',
    body: z.object({ customerID: BodyId, ...QueueParts }),
    response: Queue,
  }),
  change: endpoint({
    method: 'PUT',
    path: '/queues/:queueID',
    access,
    summary: 'Change a queue: its team, who answers it, which scripts put through to it, when an answer is in time',
    savedAs: [{ entity: 'queue', param: 'queueID' }],
    params: QueueId,
    body: z.object({ ...QueueParts, version: Version }),
    response: Queue,
  }),
  remove: endpoint({ method: 'DELETE', path: '/queues/:queueID', access, summary: 'Delete a queue', params: QueueId }),
  choice: endpoint({
    method: 'GET',
    path: '/reports/calls/queues',
    access: choosing,
    summary: 'The queues of these teams, to choose from; without teams all of the customer',
    query: z.object({ customerID: Id, teams: z.optional(IdList) }),
    response: z.array(z.object({ queue_id: z.number(), queue_name: z.string(), team_id: z.number() })),
  }),
}
