import path from 'node:path'
import { prepareDatabase } from '../server/src/main/prepare-database.ts'
import { openAppLogin } from '../server/src/platform/db/app-role.ts'
import type { Config } from '../server/src/platform/config.ts'
import { openDatabase } from '../server/src/platform/db/database.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../server/src/platform/db/embedded-postgres.ts'
import { type DemoSignIns, seedDemo } from './seed-demo.ts'

/** `url` is the application's: its servers never hold the owner's password. */
export type ReadyDatabase = { url: string; postgres: EmbeddedPostgres | null; demo: DemoSignIns | null }

/** The database of `npm start` and `npm run dev`: ours or the one of DATABASE_URL, migrated, with the demo where it belongs. */
export async function openOwnDatabase(config: Config): Promise<ReadyDatabase> {
  const postgres = config.databaseUrl === null ? await startOwnPostgres(config) : null
  const url = config.databaseUrl ?? postgres?.url ?? ''
  try {
    await prepareDatabase(url)
    // A database that somebody brought along gets a demo customer only on request.
    const demo = (config.demo ?? postgres !== null) ? await seed(url, config) : null
    return { url: await openAppLogin(url, config.secretKey), postgres, demo }
  } catch (error) {
    await postgres?.stop()
    throw error
  }
}

/** The embedded database of the data folder; on a port that is known already when it starts again under its servers. */
export function startOwnPostgres({ dataDir }: Config, port?: number): Promise<EmbeddedPostgres> {
  const settings = port === undefined ? {} : { port }
  return startEmbeddedPostgres({ home: path.join(dataDir, 'postgres'), database: 'regie', settings })
}

async function seed(url: string, { demoPassword, demoPast }: Config): Promise<DemoSignIns> {
  const database = openDatabase(url, {
    log: { warn: () => undefined },
    connectionsMax: 2,
    statementTimeoutMs: 0,
    applicationName: 'regie demo',
  })
  try {
    return await seedDemo(database.db, demoPassword, demoPast)
  } finally {
    await database.close()
  }
}
