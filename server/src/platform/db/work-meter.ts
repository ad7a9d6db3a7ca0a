import { AsyncLocalStorage } from 'node:async_hooks'
import type { EventEmitter } from 'node:events'
import type { Duplex } from 'node:stream'
import type { Pool, PoolClient } from 'pg'

/** What was used up. */
export type Excess = 'rows' | 'connections'

/** What one piece of background work may take of the database. `signal` is aborted when the work is to end: from then on the database refuses it, with that reason. */
type WorkLimits = { rowsMax: number; connectionsMax: number; signal: AbortSignal; onExcess: (excess: Excess) => void }
type Meter = WorkLimits & { rows: number; connections: number; isOver: boolean }

const meters = new AsyncLocalStorage<Meter>()

/** Counts what `work` takes of the database. `onExcess` is to abort the signal; that fails the statement that runs too. */
export async function withWorkMeter<T>(limits: WorkLimits, work: () => Promise<T>): Promise<T> {
  const meter: Meter = { ...limits, rows: 0, connections: 0, isOver: false }
  try {
    return await meters.run(meter, work)
  } finally {
    // What began within the work and lives on, such as a connection to a mail server, is not of this work any more.
    meter.isOver = true
  }
}

type Connected = (error: Error | undefined, client?: PoolClient, release?: (error?: Error | boolean) => void) => void

/** Lets the connections of a pool count for the work that takes them. What is not metered pays nothing. */
export function meterConnections(pool: Pool) {
  const connect = pool.connect.bind(pool) as (callback: Connected) => void
  const endings = new WeakMap<PoolClient, () => void>()

  function take(callback: Connected) {
    const meter = meters.getStore()
    if (!meter || (meter.isOver && !meter.signal.aborted)) return connect(callback)
    if (!meter.signal.aborted && meter.connections >= meter.connectionsMax) meter.onExcess('connections')
    if (meter.signal.aborted) return callback(meter.signal.reason as Error, undefined, () => undefined)
    meter.connections++
    connect((error, client, release) => {
      if (client) endings.set(client, countRows(client, meter))
      else meter.connections--
      callback(error, client, release)
    })
  }

  pool.on('release', (_error, client) => {
    endings.get(client)?.()
    endings.delete(client)
  })
  const taken = () =>
    new Promise<PoolClient>((resolve, reject) =>
      take((error, client) => (client ? resolve(client) : reject(error ?? new Error('no connection')))),
    )
  pool.connect = ((callback?: Connected) => (callback ? take(callback) : taken())) as Pool['connect']
}

/** Counts each row as it comes, before a million of them are in memory, and the rows that statements change. Returns how to stop. */
function countRows(client: PoolClient, meter: Meter): () => void {
  const { connection } = client as unknown as { connection: EventEmitter & { stream: Duplex } }
  const add = (rows: number) => {
    meter.rows += rows
    if (meter.rows <= meter.rowsMax) return
    if (!meter.signal.aborted) meter.onExcess('rows')
    // Nothing else ends a statement that sends rows: PostgreSQL rolls its transaction back.
    connection.stream.destroy(meter.signal.reason as Error)
  }
  const onRow = () => add(1)
  const onComplete = ({ text }: { text: string }) => add(changedRows(text))
  connection.on('dataRow', onRow)
  connection.on('commandComplete', onComplete)
  return () => {
    connection.off('dataRow', onRow)
    connection.off('commandComplete', onComplete)
    meter.connections--
  }
}

/** `UPDATE 500`, `INSERT 0 500`, `COPY 500`: PostgreSQL says how many. The rows of a SELECT were counted as they came. */
function changedRows(tag: string): number {
  const [command = '', ...counts] = tag.split(' ')
  return ['INSERT', 'UPDATE', 'DELETE', 'MERGE', 'COPY'].includes(command) ? Number(counts.at(-1)) : 0
}
