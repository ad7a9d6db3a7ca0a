import { createHash } from 'node:crypto'
import { mkdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { prepareDatabase } from '../../../server/src/main/prepare-database.ts'
import { startEmbeddedPostgres } from '../../../server/src/platform/db/embedded-postgres.ts'
import { schemaChecksum } from '../../../server/src/platform/db/migrate.ts'
import { withOneClient } from '../../../server/src/platform/db/one-client.ts'
import type { BenchOptions } from '../options.ts'
import { seedCases } from './seed-cases.ts'
import { seedPeople } from './seed-people.ts'
import { makeTempFolder } from '../../../server/test/make-temp-folder.ts'

export type BenchDatabase = {
  url: string
  pid: number
  home: string
  seedMs: number
  emptyDatabase(name: string): Promise<string>
  close(): Promise<void>
}

// Enough for our pools, the reference's, and the bench's own.
const settings = { max_connections: 120 }

/** A PostgreSQL of its own with a migrated and seeded database, made durable as in production. */
export async function openBenchDatabase({ cases, keepsData }: BenchOptions, say: (text: string) => void): Promise<BenchDatabase> {
  const home = keepsData ? path.join(tmpdir(), `regie-bench-${cases}`) : makeTempFolder('bench')
  mkdirSync(home, { recursive: true, mode: 0o755 })
  const postgres = await startEmbeddedPostgres({ home, database: 'bench', settings })
  const close = async () => {
    await postgres.stop()
    if (!keepsData) rmSync(home, { recursive: true, force: true })
  }
  const emptyDatabase = async (name: string) => {
    await withOneClient(of(postgres.url), (client) => client.query(`drop database if exists ${name} with (force)`))
    await withOneClient(of(postgres.url), (client) => client.query(`create database ${name}`))
    return postgres.url.replace(/\/bench$/, `/${name}`)
  }
  try {
    const seedMs = await seedOnce(postgres.url, cases, say)
    return { url: postgres.url, pid: postgres.pid, home, seedMs, emptyDatabase, close }
  } catch (error) {
    await close()
    throw error
  }
}

async function seedOnce(url: string, cases: number, say: (text: string) => void): Promise<number> {
  const began = performance.now()
  const fingerprint = createHash('sha256')
    .update(JSON.stringify([cases, schemaChecksum()]))
    .digest('hex')
  if (await isSeeded(url, fingerprint)) return await prepareDatabase(url).then(() => 0)
  await withOneClient(of(maintenanceUrl(url)), async (client) => {
    await client.query('drop database if exists bench with (force)')
    await client.query('create database bench')
  })
  await prepareDatabase(url)
  say(`seeding ${cases.toLocaleString('en')} cases …`)
  await withOneClient(of(url), async (client) => {
    await seedPeople(client)
    await seedCases(client, cases)
    // As a product that runs does every minute: what statements wrote of money is added up.
    await client.query('select add_up_money(10000000), add_up_links(10000000)')
    await client.query('vacuum analyze')
    await client.query('checkpoint')
    await client.query('create table bench_seed as select $1::text as fingerprint', [fingerprint])
  })
  return performance.now() - began
}

async function isSeeded(url: string, fingerprint: string): Promise<boolean> {
  return withOneClient(of(url), async (client) => {
    const { rows } = await client.query<{ found: string | null }>(`select to_regclass('bench_seed')::text as found`)
    if (!rows[0]?.found) return false
    const { rowCount } = await client.query('select 1 from bench_seed where fingerprint = $1', [fingerprint])
    return rowCount === 1
  })
}

const of = (url: string) => ({ connectionString: url, application_name: 'bench' })

function maintenanceUrl(url: string) {
  return url.replace(/\/bench$/, '/postgres')
}
