import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import { prepareDatabase } from '../src/main/prepare-database.ts'
import { schemaChecksum } from '../src/platform/db/migrate.ts'

// Any number of our own: test runs that start at once build the template one after the other.
const lockNumber = 4_300_002
const login = { role: 'regie_app_tests', password: 'only-in-tests' }

/** Makes the migrated database that every test clones, once per set of migrations; returns its name. */
export async function ensureTemplate(adminUrl: string): Promise<string> {
  const template = `regie_template_${fingerprint()}`
  const admin = new pg.Client(adminUrl)
  await admin.connect()
  try {
    await admin.query('select pg_advisory_lock($1)', [lockNumber])
    await makeLogin(admin)
    const { rowCount } = await admin.query('select 1 from pg_database where datname = $1', [template])
    if (rowCount) return template
    // Gets its name when it is complete, so that a run that was killed half-way leaves no half template.
    const draft = `${template}_draft`
    await admin.query(`drop database if exists ${draft} with (force)`)
    await admin.query(`create database ${draft}`)
    await prepareDatabase(databaseUrl(adminUrl, draft))
    await admin.query(`grant regie_app to ${login.role}`)
    await dropDistantMonths(databaseUrl(adminUrl, draft))
    await admin.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [draft])
    await admin.query(`alter database ${draft} rename to ${template}`)
    return template
  } finally {
    await admin.end()
  }
}

/** A year of months ahead is a third of all files, and every test pays for its copy of each. */
async function dropDistantMonths(url: string) {
  const owner = new pg.Client(url)
  await owner.connect()
  try {
    const { rows } = await owner.query<{ name: string }>(`
      select c.oid::regclass::text as name from pg_class c join pg_inherits i on i.inhrelid = c.oid
      where c.relkind = 'r'
        and c.relname ~ '_\\d{4}_\\d{2}$'
        and right(c.relname, 7) > to_char(now() + interval '1 month', 'YYYY_MM')`)
    for (const { name } of rows) await owner.query(`drop table ${name}`)
  } finally {
    await owner.end()
  }
}

async function makeLogin(admin: pg.Client) {
  const { rowCount } = await admin.query('select 1 from pg_roles where rolname = $1', [login.role])
  if (!rowCount) await admin.query(`create role ${login.role} login inherit password '${login.password}'`)
}

/** The same database, signed in as the application. */
export function applicationLogin(url: string): string {
  const own = new URL(url)
  own.username = login.role
  own.password = login.password
  return own.href
}

/** The same server, another database. */
export function databaseUrl(adminUrl: string, database: string): string {
  const url = new URL(adminUrl)
  url.pathname = `/${database}`
  return url.href
}

// The job catalogue and the role's rights are in the template as well, and it is trimmed here.
function fingerprint() {
  const hash = createHash('sha256')
  hash.update(schemaChecksum())
  for (const file of ['job-catalogue.ts', 'install-jobs.ts'])
    hash.update(readFileSync(path.resolve(import.meta.dirname, '../src/jobs', file)))
  hash.update(readFileSync(import.meta.filename))
  hash.update(readFileSync(path.resolve(import.meta.dirname, '../src/platform/db/app-role.ts')))
  return hash.digest('hex').slice(0, 12)
}
