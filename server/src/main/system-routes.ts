import { allEndpoints } from '@regie/contract/all-endpoints.ts'
import { systemApi } from '@regie/contract/system.ts'
import { readMigrations, schemaDirs } from '../platform/db/migrate.ts'
import { describeApi } from '../platform/http/open-api.ts'
import { publicRoute, type Route } from '../platform/http/route.ts'
import type { Services } from '../services.ts'
import { version } from './version.ts'

const migrationsWanted = readMigrations(schemaDirs.migrations).length
let description: Record<string, unknown> | undefined

export const systemRoutes: Route<Services>[] = [
  publicRoute(systemApi.health, () => ({ status: 'ok', version }) as const),
  publicRoute(systemApi.ready, async (services: Services, { reply }) => {
    if (await isReady(services)) return { status: 'ok' } as const
    reply.code(503).header('retry-after', '2')
    return { status: 'unavailable' } as const
  }),
  publicRoute(systemApi.openApi, () => (description ??= describeApi(allEndpoints, version))),
]

/** The database answers, and knows at least the tables that this code was written for. */
async function isReady({ pool, log }: Services): Promise<boolean> {
  try {
    const { rows } = await pool.query<{ number: number | null }>('select max(number) as number from schema_migrations')
    return (rows[0]?.number ?? 0) >= migrationsWanted
  } catch (error) {
    log.warn({ err: error }, 'not ready: the database does not answer')
    return false
  }
}
