import { statfs } from 'node:fs/promises'
import { allEndpoints } from '@regie/contract/all-endpoints.ts'
import { type SystemProblem, systemApi } from '@regie/contract/system.ts'
import { statusApi } from '@regie/contract/status.ts'
import { listSetAside } from '../jobs/set-aside.ts'
import { discardSetAside, retrySetAside } from '../jobs/settle-set-aside.ts'
import { readForMonitor, readStatus } from '../modules/system-status/read-status.ts'
import { readMigrations, schemaDirs } from '../platform/db/migrate.ts'
import { describeApi } from '../platform/http/open-api.ts'
import { publicRoute, route, type Route } from '../platform/http/route.ts'
import type { Services } from '../services.ts'
import { version } from './version.ts'

const migrationsWanted = readMigrations(schemaDirs.migrations).length
const running = { version, schema: migrationsWanted }
let description: Record<string, unknown> | undefined

export const systemRoutes: Route<Services>[] = [
  publicRoute(systemApi.health, () => ({ status: 'ok', version }) as const),
  publicRoute(systemApi.ready, async (services: Services, { reply }) => {
    const problems = await findProblems(services)
    if (!problems.includes('database') && !problems.includes('diskFull')) return { status: 'ok', problems } as const
    reply.code(503).header('retry-after', '2')
    return { status: 'unavailable', problems } as const
  }),
  route(statusApi.get, (services: Services, { caller }) => readStatus(services, caller, running)),
  route(statusApi.monitor, async (services: Services, { caller, reply }) => {
    const answer = await readForMonitor(services, caller, running)
    if (answer.status === 'failing') reply.code(503)
    return answer
  }),
  route(systemApi.setAside, ({ db }: Services) => listSetAside(db)),
  route(systemApi.retrySetAside, ({ db }: Services, { params }) => retrySetAside(db, params.jobID)),
  route(systemApi.discardSetAside, ({ db }: Services, { params }) => discardSetAside(db, params.jobID)),
  publicRoute(systemApi.openApi, () => (description ??= describeApi(allEndpoints, version))),
]

// Below this PostgreSQL is about to stop taking changes, and an upload would fail half-way.
const freeBytesMin = 32 * 1024 * 1024

/** The database answers and knows at least the tables that this code was written for, there is room, an engine lives and no job waits for people. */
async function findProblems({ pool, log, config }: Services): Promise<SystemProblem[]> {
  const problems: SystemProblem[] = []
  try {
    const { rows } = await pool.query<{ number: number | null; has_engine: boolean; has_set_aside: boolean }>(
      `select max(number) as number,
        exists (select from engines where lease_until > now()) as has_engine,
        exists (select from jobs_set_aside where at > now() - interval '7 days') as has_set_aside
      from schema_migrations`,
    )
    const [found] = rows
    if ((found?.number ?? 0) < migrationsWanted) problems.push('database')
    if (!found?.has_engine) problems.push('engine')
    if (found?.has_set_aside) problems.push('jobsSetAside')
  } catch (error) {
    log.warn({ err: error }, 'not ready: the database does not answer')
    problems.push('database')
  }
  if (await hasNoRoom(config.dataDir)) problems.push('diskFull')
  return problems
}

async function hasNoRoom(dir: string): Promise<boolean> {
  try {
    const { bavail, bsize } = await statfs(dir)
    return bavail * bsize < freeBytesMin
  } catch {
    // A process with an own database needs no folder.
    return false
  }
}
