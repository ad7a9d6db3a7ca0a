import { openGateways } from '../gateways/open-gateways.ts'
import { engineBudget } from '../platform/budgets.ts'
import { systemClock } from '../platform/clock.ts'
import type { Config } from '../platform/config.ts'
import { applicationUrl } from '../platform/db/app-role.ts'
import { type BudgetDatabases, openBudgetDatabases } from '../platform/db/budget-databases.ts'
import { type Database, openDatabase } from '../platform/db/database.ts'
import { type Notifications, openNotifications } from '../platform/db/notify.ts'
import { tryUntilThere } from '../platform/db/try-until-there.ts'
import { type Log, openLog } from '../platform/log.ts'
import type { Services } from '../services.ts'

export type OpenedServices = { services: Services; databaseUrl: string; notifications: Notifications; close(): Promise<void> }

/** What an engine process needs of the world: one pool, for all customers. */
export async function openEngineServices(config: Config): Promise<OpenedServices> {
  const { databaseUrl, log } = await begin(config, 'engine')
  const { connections, statementMs } = engineBudget
  const database = openDatabase(databaseUrl, {
    log,
    applicationName: 'regie engine',
    servesAll: true,
    connectionsMax: connections,
    statementTimeoutMs: statementMs,
  })
  return open(config, { databaseUrl, log, database, closeDatabase: database.close })
}

/** What an api process needs of the world: connections for each kind of request. */
export async function openApiServices(config: Config): Promise<OpenedServices & { databases: BudgetDatabases }> {
  const { databaseUrl, log } = await begin(config, 'api')
  const databases = openBudgetDatabases(databaseUrl, { log })
  return { ...(await open(config, { databaseUrl, log, database: databases.screen, closeDatabase: databases.close })), databases }
}

async function begin(config: Config, role: 'api' | 'engine') {
  if (config.databaseUrl === null) throw new Error('DATABASE_URL is missing: `npm start` sets it to the database that it starts')
  const ownerUrl = config.databaseUrl
  return { databaseUrl: await tryUntilThere(() => applicationUrl(ownerUrl)), log: openLog(config.logLevel).child({ role }) }
}

type Parts = { databaseUrl: string; log: Log; database: Pick<Database, 'db' | 'pool'>; closeDatabase(): Promise<void> }

async function open(config: Config, { databaseUrl, log, database: { db, pool }, closeDatabase }: Parts): Promise<OpenedServices> {
  const notifications = await tryUntilThere(() => openNotifications(databaseUrl, { log }))
  const gateways = openGateways(config, { db, clock: systemClock, log })
  return {
    services: { db, pool, gateways, clock: systemClock, log, config },
    databaseUrl,
    notifications,
    async close() {
      await gateways.close()
      await notifications.close()
      await closeDatabase()
    },
  }
}
