import { chmodSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { startEmbeddedPostgres } from '../src/platform/db/embedded-postgres.ts'
import { findServerProcess, isAlive } from '../src/platform/db/server-process.ts'
import { ensureTemplate } from './test-template.ts'

const prefix = 'regie-test-'

/** Before all tests: one PostgreSQL for the run, with a migrated template. TEST_DATABASE_URL (an administrator's) takes an external one, of version 15 or later. */
export async function setup(): Promise<() => Promise<void>> {
  const external = process.env.TEST_DATABASE_URL
  if (external) {
    await shareWithWorkers(external)
    return () => Promise.resolve()
  }
  removeLeftovers()
  const home = mkdtempSync(path.join(tmpdir(), `${prefix}${process.pid}-`))
  chmodSync(home, 0o755)
  // What the tests leave goes with it: a worker is ended without a chance to clean up.
  process.env.TMPDIR = home
  const postgres = await startEmbeddedPostgres({
    home: path.join(home, 'postgres'),
    database: 'admin',
    // No database lives long enough to need a vacuum.
    settings: { shared_buffers: '64MB', autovacuum: 'off' },
    isLasting: false,
  })
  await shareWithWorkers(postgres.url)
  return async () => {
    await postgres.stop()
    rmSync(home, { recursive: true, force: true })
  }
}

async function shareWithWorkers(adminUrl: string) {
  process.env.REGIE_TEST_ADMIN_URL = adminUrl
  process.env.REGIE_TEST_TEMPLATE = await ensureTemplate(adminUrl)
}

/** A run that was killed could not clean up; the next one does. */
function removeLeftovers() {
  for (const name of readdirSync(tmpdir())) {
    const runner = Number(new RegExp(`^${prefix}(\\d+)-`).exec(name)?.[1])
    if (!runner || isAlive(runner)) continue
    const home = path.join(tmpdir(), name)
    const server = findServerProcess(path.join(home, 'postgres/pgdata'))
    if (server) process.kill(server.pid, 'SIGQUIT')
    rmSync(home, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 })
  }
}
