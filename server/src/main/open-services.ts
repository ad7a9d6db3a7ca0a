import { openGateways } from '../gateways/open-gateways.ts'
import { systemClock } from '../platform/clock.ts'
import type { Config } from '../platform/config.ts'
import { applicationUrl } from '../platform/db/app-role.ts'
import { openDatabase } from '../platform/db/database.ts'
import { type Notifications, openNotifications } from '../platform/db/notify.ts'
import { openLog } from '../platform/log.ts'
import type { Services } from '../services.ts'

export type OpenedServices = { services: Services; databaseUrl: string; notifications: Notifications; close(): Promise<void> }

type Options = { role: 'api' | 'engine'; connectionsMax?: number; statementTimeoutMs?: number }

/** Configuration to services: what an api or an engine process needs of the world. */
export async function openServices(config: Config, { role, ...limits }: Options): Promise<OpenedServices> {
  if (config.databaseUrl === null) throw new Error('DATABASE_URL is missing: `npm start` sets it to the database that it starts')
  const databaseUrl = await applicationUrl(config.databaseUrl)
  const log = openLog(config.logLevel).child({ role })
  const database = openDatabase(databaseUrl, { log, applicationName: `regie ${role}`, servesAll: role === 'engine', ...limits })
  const notifications = await openNotifications(databaseUrl, { log })
  const gateways = openGateways(config, { db: database.db, clock: systemClock, log })
  return {
    services: { db: database.db, pool: database.pool, gateways, clock: systemClock, log, config },
    databaseUrl,
    notifications,
    async close() {
      await gateways.close()
      await notifications.close()
      await database.close()
    },
  }
}
