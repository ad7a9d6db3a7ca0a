import type { Pool } from 'pg'
import type { Gateways } from './gateways/gateways.ts'
import type { Clock } from './platform/clock.ts'
import type { Config } from './platform/config.ts'
import type { Db } from './platform/db/database.ts'
import type { Log } from './platform/log.ts'

/** What a use-case may reach. Passed as the first argument; there is no other way to the outside. `pool` is for COPY and cursors only. */
export type Services = { db: Db; pool: Pool; gateways: Gateways; clock: Clock; log: Log; config: Config }
