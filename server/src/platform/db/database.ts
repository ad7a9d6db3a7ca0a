import { Kysely, type Transaction as KyselyTransaction } from 'kysely'
import pg from 'pg'
import type { Log } from '../log.ts'
import { CarefulDialect } from './commit-unknown.ts'
import { keepPlans } from './prepared.ts'
import { scopeConnections } from './scope.ts'
import { meterConnections } from './work-meter.ts'
import type { DB } from './tables.generated.ts'

/** The tables, outside or inside a transaction: what every query takes first. */
export type Db = Kysely<DB>
/** Only inside a transaction: what every change takes first. */
export type Transaction = KyselyTransaction<DB>

export type Database = {
  db: Db
  /** For what the query builder does not do: COPY and cursors. */
  pool: pg.Pool
  close(): Promise<void>
}

type Options = {
  log: Pick<Log, 'warn'>
  connectionsMax?: number
  /** 15 s for the web; the engine and jobs take longer statements. 0 is without limit. */
  statementTimeoutMs?: number
  applicationName?: string
  /** What works for every customer (engine, jobs); others set with each request which customers they serve (scope.ts). */
  servesAll?: boolean
}

/** Opens a pool of connections to PostgreSQL 15 or later, with limits so that no statement, lock or forgotten transaction holds up the others. */
export function openDatabase(
  url: string,
  { log, connectionsMax = 10, statementTimeoutMs = 15_000, applicationName = 'regie', servesAll = false }: Options,
): Database {
  const pool = new pg.Pool({
    connectionString: url,
    max: connectionsMax,
    application_name: applicationName,
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    statement_timeout: statementTimeoutMs,
    lock_timeout: 3_000,
    idle_in_transaction_session_timeout: 30_000,
    types: { getTypeParser },
  })
  // An idle connection that breaks (a database restart) is replaced by the pool; without a listener the process would end.
  pool.on('error', (error) => log.warn({ err: error }, 'an idle database connection broke'))
  // The pool listens only while a connection lies idle. One that breaks in use fails the statement that runs on it; the event
  // itself, without a listener, would end the process.
  pool.on('connect', (client) => client.on('error', () => undefined))
  keepPlans(pool)
  scopeConnections(pool, servesAll)
  meterConnections(pool)
  const db = new Kysely<DB>({ dialect: new CarefulDialect({ pool }) })
  return { db, pool, close: () => db.destroy() }
}

const { INT8, NUMERIC, DATE } = pg.types.builtins
const asText = (value: string) => value

/** pg gives bigint and numeric as text for fear of rounding; ours are ids, counts and cents, all far below 2^53. Days stay text: a day has no zone. */
function getTypeParser(id: number, format?: 'text' | 'binary') {
  if (format !== 'binary') {
    if (id === INT8 || id === NUMERIC) return toNumber
    if (id === DATE) return asText
  }
  return pg.types.getTypeParser(id, format)
}

function toNumber(value: string): number {
  const number = Number(value)
  if (Math.abs(number) > Number.MAX_SAFE_INTEGER) throw new RangeError('a number of the database does not fit in 53 bits')
  return number
}
