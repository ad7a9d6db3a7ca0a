import { AsyncLocalStorage } from 'node:async_hooks'
import { sql, type Transaction } from 'kysely'
import type { Pool, PoolClient } from 'pg'
import { idsText } from './prepared.ts'

/** Who does something, from where, and what: the audit log's triggers read it from the connection. */
export type Actor = {
  userId: number | null
  username: string | null
  via: 'session' | 'apiKey' | 'public' | 'system'
  address: string | null
  requestId: string | null
  action: string
}

/** As PostgreSQL reads it: `{1,2}`, `*` for all, empty for none. */
type Scope = { customers: string; userId: string; actor: Actor | null; onlyReads?: boolean }
type By = {
  userId?: number | null
  actor?: Actor | null
  /** Then the user is not set on the connection: no trigger asks, and setting it costs as much as reading a case. */
  onlyReads?: boolean
}

const scopes = new AsyncLocalStorage<Scope>()
const nobody: Scope = { customers: '', userId: '', actor: null }
const everybody: Scope = { customers: '*', userId: '', actor: null }

/** Whatever `work` asks of the database sees only these customers' rows, and the user's own. */
export function withCustomers<T>(
  customerIds: readonly number[],
  work: () => T,
  { userId = null, actor = null, onlyReads = false }: By = {},
): T {
  return scopes.run({ customers: idsText(customerIds), userId: userId === null ? '' : String(userId), actor, onlyReads }, work)
}

/** For what comes before anybody is known (signing in, a payer's page, a provider's news) and what looks at the whole installation. Who acts stays who he was. */
export function withAllCustomers<T>(work: () => T, { actor, userId }: By = {}): T {
  const outer = scopes.getStore() ?? nobody
  return scopes.run(
    {
      ...outer,
      customers: '*',
      ...(actor !== undefined && { actor }),
      ...(userId !== undefined && { userId: userId === null ? '' : String(userId) }),
    },
    work,
  )
}

/** Runs what is done later, for a stream that outlives its request, as the one who made the request. */
export function keepScope(): <T>(work: () => T) => T {
  const scope = scopes.getStore() ?? nobody
  return (work) => scopes.run(scope, work)
}

/** From here to its end this transaction sees all customers: for guards that count over the whole installation. */
export async function allowAllCustomers<Tables>(tx: Transaction<Tables>): Promise<void> {
  await sql`select set_config('regie.customers', '*', true)`.execute(tx)
}

/** For what no audit trigger looks at: the user is not set on its connection, which costs as much as a small query. */
export function withoutEvents<T>(work: () => T): T {
  return scopes.run({ ...(scopes.getStore() ?? nobody), onlyReads: true }, work)
}

/** Who acts at this moment; null in the engine and where nothing is changed. */
export function currentActor(): Actor | null {
  return scopes.getStore()?.actor ?? null
}

type Connected = (error: Error | undefined, client?: PoolClient, release?: (error?: Error | boolean) => void) => void

/**
 * Makes each connection that is taken from the pool set which customers it serves, only when they differ from the last ones. Every way to a connection
 * leads through `connect`, so none forgets it. Without a scope it serves nobody, or all in a process that works for all.
 */
export function scopeConnections(pool: Pool, servesAll: boolean) {
  const scopeOf = new WeakMap<PoolClient, string>()
  const connect = pool.connect.bind(pool) as (callback: Connected) => void

  function take(callback: Connected) {
    const { customers, userId, actor, onlyReads } = scopes.getStore() ?? (servesAll ? everybody : nobody)
    const values = [customers, userId, actor && !onlyReads ? JSON.stringify(actor) : '']
    const wanted = values.join(' ')
    connect((error, client, release) => {
      if (!client || (scopeOf.get(client) ?? '  ') === wanted) return callback(error, client, release)
      client.query({ name: 'say-scope', text: sayScope, values }, (failure: Error | null) => {
        if (!failure) {
          scopeOf.set(client, wanted)
          return callback(undefined, client, release)
        }
        // Nothing may run on a connection that still serves somebody else.
        release?.(failure)
        callback(failure, undefined, () => undefined)
      })
    })
  }

  const taken = () =>
    new Promise<PoolClient>((resolve, reject) =>
      take((error, client) => (client ? resolve(client) : reject(error ?? new Error('no connection')))),
    )
  pool.connect = ((callback?: Connected) => (callback ? take(callback) : taken())) as Pool['connect']
}

const sayScope = `select set_config('regie.customers', $1, false), set_config('regie.user', $2, false),
    set_config('regie.actor', $3, false)`
