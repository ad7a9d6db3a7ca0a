import { AsyncLocalStorage } from 'node:async_hooks'
import type { Pool, PoolClient, QueryResultRow } from 'pg'

/**
 * A query that PostgreSQL parses and plans once per connection, for the few reads that every screen asks for: planning costs more than running them.
 * The name stands for the text, so each text needs a name of its own.
 */
export function prepared<Row extends QueryResultRow>(name: string, text: string) {
  return async (pool: Pool, values: readonly unknown[]): Promise<Row[]> => {
    const { rows } = await pool.query<Row>({ name, text, values: [...values] })
    return rows
  }
}

/** An instant as JSON carries it, made by PostgreSQL. Only for our own column names. */
export const isoText = (column: string) => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

/** The same of an instant within a row that PostgreSQL made JSON of. */
export const isoOf = (instant: string) => new Date(instant).toISOString()

/**
 * SQL: a list of ids that PostgreSQL does not look into while planning. `= any($1)` itself gets a plan of its own for each list, with each question:
 * 0.3 ms of CPU for a case by its key, where this takes 0.06.
 */
export const idsUnseen = (parameter: string) => `any((select ${parameter}::bigint[])::bigint[])`

const keepsPlans = new AsyncLocalStorage<boolean>()

/**
 * Every statement of `work` is parsed and planned once per connection: for the few changes that the whole product waits for. With row-level security
 * planning costs several times what running such a statement does. Only for work of which the texts are few: each stays for the life of the connection.
 */
export function withKeptPlans<T>(work: () => T): T {
  return keepsPlans.run(true, work)
}

// A statement keeps the columns it was planned with; after a migration each has to be planned anew, under another name.
let generation = 0
const names = new Map<string, number>()

/** The name of a text: it is longer than a name may be. */
function nameOf(text: string): string {
  const known = names.get(text) ?? names.size
  names.set(text, known)
  return `kept-${generation}-${known}`
}

/** Makes the connections of a pool keep the plans of work that asks for it. */
export function keepPlans(pool: Pool) {
  pool.on('connect', (client: PoolClient) => {
    const usual = Object.getPrototypeOf(client) as PoolClient
    const query = (...asked: unknown[]) => (usual.query as (...asked: unknown[]) => unknown).apply(client, asked)
    client.query = ((...asked: unknown[]) => {
      const [text, values] = asked
      const isKept = asked.length === 2 && typeof text === 'string' && Array.isArray(values) && values.length > 0
      if (!isKept || !keepsPlans.getStore()) return query(...asked)
      return (query({ name: nameOf(text), text, values }) as Promise<unknown>).catch((error: unknown) => {
        if (error instanceof Error && error.message === 'cached plan must not change result type') generation++
        throw error
      })
    }) as PoolClient['query']
  })
}

const idTexts = new WeakMap<readonly number[], string>()

/** A list of ids as PostgreSQL reads it, made once for each list: a caller's goes along with every question that he asks. */
export function idsText(ids: readonly number[]): string {
  const known = idTexts.get(ids)
  if (known !== undefined) return known
  const text = `{${ids.join(',')}}`
  idTexts.set(ids, text)
  return text
}
