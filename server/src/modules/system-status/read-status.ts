import type { ResponseOf } from '@regie/contract/endpoint.ts'
import { type StatusProblem, statusProblemKinds, type statusApi, type SystemState, type SystemStatus } from '@regie/contract/status.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Caller } from '../../platform/http/caller.ts'
import type { Services } from '../../services.ts'
import { findAtTheirMost, isOverdue, listQueueGroups } from './queue-groups.ts'
import { findInstallation } from './status-of-installation.ts'
import { findProviders } from './status-of-providers.ts'
import { statusOfQueues } from './status-of-queues.ts'
import { findWarnings } from './status-warnings.ts'

/** The code that runs: its version, and the migration that it was written for. */
export type Running = { version: string; schema: number }

const sharedMs = 3_000

type Shared = { since: number; answer: Promise<SystemStatus> }
// By the clock, which every budget of one server has in common; one answer for all who may see the same customers.
const known = new WeakMap<Clock, Map<string, Shared>>()

/** How everything stands now; of messages and providers only those of the caller's customers. Read once in three seconds for however many look at it. */
export function readStatus(services: Services, caller: Caller, running: Running): Promise<SystemStatus> {
  const answers = known.get(services.clock) ?? new Map<string, Shared>()
  known.set(services.clock, answers)
  const now = performance.now()
  for (const [key, { since }] of answers) if (now - since > sharedMs) answers.delete(key)
  const customerIds = caller.customerIds.toSorted((one, other) => one - other)
  const key = customerIds.join(' ')
  const shared = answers.get(key)
  if (shared) return shared.answer
  const answer = findStatus(services, customerIds, running)
  answers.set(key, { since: now, answer })
  // What failed is asked again by the next one.
  answer.catch(() => answers.delete(key))
  return answer
}

/** As it stands at this moment. */
export async function findStatus(
  { db, pool, clock, config, gateways }: Services,
  customerIds: readonly number[],
  { version, schema }: Running,
): Promise<SystemStatus> {
  const now = clock.now()
  const [installation, groups, { providers, problems: ofProviders }, warnings] = await Promise.all([
    findInstallation(pool, config.dataDir, schema),
    listQueueGroups(pool, customerIds, now),
    findProviders(pool, gateways, customerIds, now),
    findWarnings({ db, customerIds, now }),
  ])
  const overdue = groups.filter((group) => isOverdue(group, now))
  const atMost = await findAtTheirMost({ db }, overdue, now)
  const { queues, problems: ofQueues } = statusOfQueues({ groups, atMost, isMaintenance: installation.isMaintenance, now })
  const problems = [...installation.problems, ...ofQueues, ...ofProviders, ...warnings].toSorted(byGravity)
  const { engines, database, disk } = installation
  return {
    ...{ at: now.toISOString(), version, state: stateOf(problems), problems, startedAt },
    ...{ engines, database, disk, queues, providers },
    jobsSetAside: warnings.find(({ kind }) => kind === 'jobsSetAside')?.count ?? 0,
  }
}

/** The same without any name. */
export async function readForMonitor(services: Services, caller: Caller, running: Running): Promise<ResponseOf<typeof statusApi.monitor>> {
  const { state, version, at, problems, queues, engines, jobsSetAside, database } = await readStatus(services, caller, running)
  return {
    ...{ status: state, version, at, jobsSetAside, databaseMs: database.ms },
    problems: problems.map(({ kind, state: gravity, since, count, channel }) => ({ kind, state: gravity, since, count, channel })),
    queues: queues.map(({ channel, due, later, oldestAt, late }) => ({ channel, due, later, oldestAt, late })),
    engines: engines.filter(({ isAlive }) => isAlive).length,
  }
}

const startedAt = new Date(performance.timeOrigin).toISOString()

const byGravity = (one: StatusProblem, other: StatusProblem) => rank(one) - rank(other)
const rank = ({ state, kind }: StatusProblem) => (state === 'failing' ? 0 : statusProblemKinds.length) + statusProblemKinds.indexOf(kind)

const stateOf = (problems: readonly StatusProblem[]): SystemState =>
  problems.some(({ state }) => state === 'failing') ? 'failing' : problems.length > 0 ? 'warning' : 'ok'
