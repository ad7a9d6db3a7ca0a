import * as z from 'zod/mini'
import { refusalReasons } from './cases.ts'
import { Channel } from './channels.ts'
import { endpoint } from './endpoint.ts'
import { failureCauseNames } from './failure-causes.ts'
import { ProviderChannel, providerFaults, providerStates } from './providers.ts'
import { Right } from './right-codes.ts'

/** A message that may leave and has not after so long is late: then something does not work. */
export const lateAfterMs = 5 * 60_000

/** All works; it works, but somebody should look; something does not work. */
const systemStates = ['ok', 'warning', 'failing'] as const
export type SystemState = (typeof systemStates)[number]

/** What can be wrong, the gravest first. */
export const statusProblemKinds = [
  'schema',
  'noEngine',
  'diskFull',
  'late',
  'mailboxSilent',
  'tokenExpired',
  'providerFailing',
  'diskLow',
  'connectionsLow',
  'jobsSetAside',
  'tokenExpires',
  'maintenance',
] as const

/** Why messages wait beside a refusal: they are for later, the dialer is off, all that an hour or the lines allow has gone, or they are tried again. */
const waitReasons = ['planned', 'dialerOff', 'maintenance', 'atMost', 'retry'] as const
const WaitReason = z.enum([...waitReasons, ...refusalReasons])
export type WaitReason = z.infer<typeof WaitReason>

const StatusProblem = z.object({
  kind: z.enum(statusProblemKinds),
  state: z.enum(['warning', 'failing']),
  /** Since when, where that is known. */
  since: z.nullable(z.string()),
  /** How many messages or jobs; days left of a token; percent left of the disk. */
  count: z.nullable(z.number()),
  channel: z.nullable(ProviderChannel),
  /** What it is about: a batch whose messages are late, or a provider. */
  batch: z.nullable(z.object({ id: z.number(), name: z.string() })),
  provider: z.nullable(z.object({ id: z.nullable(z.number()), name: z.string() })),
})
export type StatusProblem = z.infer<typeof StatusProblem>

const StatusQueue = z.object({
  channel: Channel,
  state: z.enum(systemStates),
  /** May leave now; `isMore` when more than were counted. */
  due: z.number(),
  /** Waits for a later moment. */
  later: z.number(),
  isMore: z.boolean(),
  /** When the oldest that may leave became due. */
  oldestAt: z.nullable(z.string()),
  late: z.number(),
  waits: z.array(z.object({ reason: WaitReason, nextAt: z.nullable(z.string()), batches: z.number() })),
})
export type StatusQueue = z.infer<typeof StatusQueue>

const StatusProvider = z.object({
  /** Null: the installation's own. */
  providerID: z.nullable(z.number()),
  customer: z.object({ id: z.number(), name: z.string() }),
  channel: ProviderChannel,
  name: z.string(),
  isMailbox: z.boolean(),
  isSimulated: z.boolean(),
  state: z.enum(providerStates),
  okAt: z.nullable(z.string()),
  /** Of a mailbox: since when it is read as soon as something arrives; null: every minute. */
  listensSince: z.nullable(z.string()),
  /** Nobody tested it and nothing went by it: nobody knows whether it works. */
  isUnused: z.boolean(),
  failedAt: z.nullable(z.string()),
  /** Why it last failed: where the connection stopped, or what its code means. */
  fault: z.nullable(z.enum(providerFaults)),
  cause: z.nullable(z.enum(failureCauseNames)),
  code: z.string(),
})
export type StatusProvider = z.infer<typeof StatusProvider>

export const SystemStatus = z.object({
  at: z.string(),
  version: z.string(),
  state: z.enum(systemStates),
  problems: z.array(StatusProblem),
  startedAt: z.string(),
  engines: z.array(z.object({ id: z.number(), startedAt: z.string(), seenSeconds: z.number(), isAlive: z.boolean() })),
  database: z.object({ ms: z.number(), bytes: z.number(), connections: z.number(), connectionsMax: z.number() }),
  disk: z.nullable(z.object({ freeBytes: z.number(), totalBytes: z.number() })),
  queues: z.array(StatusQueue),
  providers: z.array(StatusProvider),
  jobsSetAside: z.number(),
})
export type SystemStatus = z.infer<typeof SystemStatus>

/** What a monitor reads: no name of a person, customer, batch or provider. */
const MonitorStatus = z.object({
  status: z.enum(systemStates),
  version: z.string(),
  at: z.string(),
  problems: z.array(z.pick(StatusProblem, { kind: true, state: true, since: true, count: true, channel: true })),
  queues: z.array(z.pick(StatusQueue, { channel: true, due: true, later: true, oldestAt: true, late: true })),
  engines: z.number(),
  jobsSetAside: z.number(),
  databaseMs: z.number(),
})

export const statusApi = {
  get: endpoint({
    method: 'GET',
    path: '/system/status',
    access: { right: Right.systemStatus },
    summary:
      'How the installation stands: processes, database, queues and providers; of messages and providers only those of customers one may see',
    response: SystemStatus,
  }),
  monitor: endpoint({
    method: 'GET',
    path: '/status',
    access: { right: Right.systemStatus },
    summary:
      'The same for a monitor, by API key: 200 with `ok` or `warning`, 503 with `failing`; any other answer means that it could not be found out',
    response: MonitorStatus,
  }),
}
