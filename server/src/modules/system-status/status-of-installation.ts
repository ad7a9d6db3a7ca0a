import { statfs } from 'node:fs/promises'
import type { StatusProblem, SystemStatus } from '@regie/contract/status.ts'
import type { Pool } from 'pg'
import { prepared } from '../../platform/db/prepared.ts'

type Found = {
  schema: number | null
  engines: { id: number; startedAt: string; seenSeconds: number; isAlive: boolean }[]
  bytes: string
  connections: number
  connectionsMax: number
  maintenanceSince: Date | null
}

const installation = prepared<Found>(
  'status-installation',
  `select (select max(number) from schema_migrations) as schema,
    -- A lease is for ten seconds and renewed every three.
    (select coalesce(json_agg(json_build_object('id', id, 'startedAt', started_at, 'isAlive', lease_until > now(),
        'seenSeconds', greatest(0, round(extract(epoch from now() - lease_until) + 10))::int) order by id), '[]')
      from engines
      where lease_until > now() - interval '1 hour') as engines,
    pg_database_size(current_database()) as bytes,
    (select count(*)::int from pg_stat_activity where datname = current_database()) as connections,
    current_setting('max_connections')::int as "connectionsMax",
    (select changed_at from maintenance where is_on) as "maintenanceSince"`,
)

export type Installation = Pick<SystemStatus, 'engines' | 'database' | 'disk'> & { isMaintenance: boolean; problems: StatusProblem[] }

const mb = 1024 * 1024
// Below the first PostgreSQL is about to stop taking changes, and an upload would fail half-way.
const disk = { full: 32 * mb, low: 1024 * mb, lowShare: 0.03 }
const connectionsLow = 0.9

/** Its processes, database and disk; they say nothing of any customer. */
export async function findInstallation(pool: Pool, dataDir: string, schemaWanted: number): Promise<Installation> {
  const began = performance.now()
  const [found] = await installation(pool, [])
  const ms = Math.round((performance.now() - began) * 10) / 10
  if (!found) throw new Error('no answer')
  const { engines, bytes, connections, connectionsMax, maintenanceSince } = found
  const room = await findRoom(dataDir)
  const problems: StatusProblem[] = []
  const add = (kind: StatusProblem['kind'], state: StatusProblem['state'], more: { since?: string | null; count?: number } = {}) =>
    problems.push({ kind, state, since: more.since ?? null, count: more.count ?? null, channel: null, batch: null, provider: null })
  if ((found.schema ?? 0) < schemaWanted) add('schema', 'failing')
  if (!engines.some(({ isAlive }) => isAlive)) add('noEngine', 'failing', { since: lastSeen(engines) })
  if (room !== null && room.freeBytes < disk.full) add('diskFull', 'failing')
  else if (room !== null && (room.freeBytes < disk.low || room.freeBytes < room.totalBytes * disk.lowShare))
    add('diskLow', 'warning', { count: Math.floor((100 * room.freeBytes) / room.totalBytes) })
  if (connections > connectionsMax * connectionsLow) add('connectionsLow', 'warning', { count: connections })
  if (maintenanceSince !== null) add('maintenance', 'warning', { since: maintenanceSince.toISOString() })
  const database = { ms, bytes: Number(bytes), connections, connectionsMax }
  const shown = engines.map((engine) => ({ ...engine, startedAt: new Date(engine.startedAt).toISOString() }))
  return { engines: shown, database, disk: room, isMaintenance: maintenanceSince !== null, problems }
}

function lastSeen(engines: Found['engines']): string | null {
  const seconds = engines.map(({ seenSeconds }) => seenSeconds)
  return seconds.length === 0 ? null : new Date(Date.now() - Math.min(...seconds) * 1000).toISOString()
}

async function findRoom(dir: string): Promise<SystemStatus['disk']> {
  try {
    const { bavail, blocks, bsize } = await statfs(dir)
    return { freeBytes: bavail * bsize, totalBytes: blocks * bsize }
  } catch {
    // A process with a database elsewhere needs no folder.
    return null
  }
}
