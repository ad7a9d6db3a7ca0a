import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { type Database, openDatabase } from '../src/platform/db/database.ts'
import { applicationLogin, databaseUrl } from './test-template.ts'

/** `db` and `pool` are the application's, as in an engine: its role, all customers. `owner` made the tables and is stopped by nothing. */
export type TestDatabase = Database & { url: string; owner: Database; ownerUrl: string; drop(): Promise<void> }

/** Fills an empty database, as its owner. */
export type Fill = (ownerUrl: string) => Promise<void>

const log = { warn: () => undefined }

/** A database of one's own, migrated and empty: a clone of the run's template, in about 50 ms; or what `fill` makes of an empty one. `drop` it when done. */
export async function openTestDatabase(fill?: Fill): Promise<TestDatabase> {
  const adminUrl = fromRun('REGIE_TEST_ADMIN_URL')
  const name = `test_${randomBytes(6).toString('hex')}`
  // Files as they are: through the log, which is the standard, each of 600 files is written block by block and the copy takes three times as long.
  const origin = fill ? '' : ` template ${fromRun('REGIE_TEST_TEMPLATE')} strategy file_copy`
  await asAdmin(adminUrl, `create database ${name}${origin}`)
  const ownerUrl = databaseUrl(adminUrl, name)
  await fill?.(ownerUrl)
  const url = applicationLogin(ownerUrl)
  const database = openDatabase(url, { log, servesAll: true })
  const owner = openDatabase(ownerUrl, { log })
  return {
    ...database,
    url,
    owner,
    ownerUrl,
    async drop() {
      await Promise.all([database.close(), owner.close()])
      await asAdmin(adminUrl, `drop database if exists ${name} with (force)`)
    },
  }
}

async function asAdmin(adminUrl: string, statement: string) {
  const admin = new pg.Client(adminUrl)
  await admin.connect()
  try {
    await admin.query(statement)
  } finally {
    await admin.end()
  }
}

function fromRun(name: string): string {
  const value = process.env[name]
  if (!value) throw new Error(`${name} is not set: tests with a database run under vitest, which starts PostgreSQL first`)
  return value
}
