import type { Gateways } from './gateways/gateways.ts'
import type { Clock } from './platform/clock.ts'
import type { Config } from './platform/config.ts'
import type { Database } from './platform/db/database.ts'
import type { Log } from './platform/log.ts'

/** What a use-case may reach. Passed as the first argument; there is no other way to the outside. */
export type Services = { db: Database; gateways: Gateways; clock: Clock; log: Log; config: Config }
