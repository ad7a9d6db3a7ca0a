import { Readable } from 'node:stream'
import type { Locale } from '@regie/contract/locale.ts'
import { privacyParts } from '@regie/contract/privacy.ts'
import { customerOfRight, ownCustomerRight, Right } from '@regie/contract/right-codes.ts'
import { sql } from 'kysely'
import type { Pool } from 'pg'
import yazl from 'yazl'
import { enqueue } from '../../../jobs/enqueue.ts'
import type { JobPayload, JobRun } from '../../../jobs/job-catalogue.ts'
import { AppError } from '../../../platform/app-error.ts'
import { withAllCustomers, withCustomers } from '../../../platform/db/scope.ts'
import type { Caller } from '../../../platform/http/caller.ts'
import type { FileReply } from '../../../platform/http/route.ts'
import type { Services } from '../../../services.ts'
import { fetchOwnFile } from '../../files/fetch-files.ts'
import { announceFile, failMade, isAwaited, keepMade } from '../../files/made-files.ts'
import { safeNames } from '../../files/safe-names.ts'
import { findRightsNow } from '../../identity/users/user-standing.ts'
import { findSubject, type Subject } from './find-detail.ts'
import { personalTables, rowsOfPerson } from './personal-tables.ts'
import { type ReadPart, type ReadTable, writePersonPage } from './person-page.ts'
import { findRequest, findRequestOf } from './request-queries.ts'

type Needed = Pick<Services, 'db' | 'pool' | 'config' | 'clock'>

const needed = [Right.privacyRequests, Right.viewCases, Right.viewPersonalData]

/** Has a job write everything that is kept of the person of a request into one file. One that is there already is made anew. */
export async function askForFile({ db }: Pick<Services, 'db'>, caller: Caller, requestId: number): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const { customerId, fileId, kind, state } = await findRequest(tx, caller, requestId, true)
    if (kind !== 'access') throw new AppError('privacy.notAccess')
    if (state !== 'open') throw new AppError('privacy.notOpen')
    if (fileId !== null && (await isAwaited(tx, { customerId, fileId }))) throw new AppError('privacy.fileUnderWay')
    const made = await announceFile(tx, {
      ...{ customerId, userId: caller.userId, kind: 'privacy', format: 'zip', name: `inzage-${requestId}.zip` },
      needs: [...needed, ownCustomerRight(customerId)],
    })
    await sql`
      update privacy_requests
      set file_id = ${made.fileId}
      where customer_id = ${customerId} and id = ${requestId}`.execute(tx)
    await enqueue(tx, 'makePrivacyFile', { ...made, requestId, userId: caller.userId })
  })
}

/** The file to take along; its rights are asked at this moment. */
export async function fetchPrivacyFile(services: Services, caller: Caller, requestId: number): Promise<FileReply> {
  const { fileId } = await findRequest(services.db, caller, requestId)
  if (fileId === null) throw new AppError('file.notFound')
  return fetchOwnFile(services, caller, fileId, 'privacy')
}

/** Job: makes the file with the rights that whoever asked for it has now. A second run makes it anew. */
export async function makePrivacyFile(
  services: Needed,
  payload: JobPayload<'makePrivacyFile'>,
  { signal, isLastAttempt }: Pick<JobRun, 'signal' | 'isLastAttempt'>,
): Promise<void> {
  const { db, pool, config, clock } = services
  const { customerId, requestId, userId } = payload
  if (!(await isAwaited(db, payload))) return
  const rights = await withAllCustomers(() => findRightsNow(db, userId, clock.now()))
  const needs = [...needed, ownCustomerRight(customerId)]
  try {
    if (!needs.every((right) => rights.includes(right))) throw new AppError('error.rightMissing')
    const customerIds = rights.flatMap((right) => customerOfRight(right) ?? []).filter((id) => id === customerId)
    await withCustomers(customerIds, async () => {
      const request = await findRequestOf(db, customerId, requestId)
      if (!request) throw new AppError('privacy.notFound')
      const subject = await findSubject(db, request)
      const stream = await zipOf(pool, subject, { at: clock.now(), locale: await localeOf(services, subject) })
      await keepMade(db, payload, { name: `inzage-${requestId}.zip`, stream, needs }, { config, signal, onKept: async () => undefined })
    })
  } catch (error) {
    if (error instanceof AppError) return fail(services, payload, error.code)
    if (isLastAttempt && !signal.aborted) await fail(services, payload, 'error.unexpected')
    throw error
  }
}

/** Its job is not tried any more. */
export const failPrivacyFile = (services: Pick<Services, 'db'>, payload: JobPayload<'makePrivacyFile'>): Promise<void> =>
  fail(services, payload, 'error.unexpected')

const fail = ({ db }: Pick<Services, 'db'>, { customerId, fileId }: JobPayload<'makePrivacyFile'>, fault: string) =>
  failMade(db, { customerId, fileId }, fault, async () => undefined)

/** In the language in which the person is written to. */
async function localeOf({ db }: Needed, { customerId, caseIds }: Subject): Promise<Locale> {
  const { rows } = await sql<{ locale: Locale }>`
    select locale from cases
    where customer_id = ${customerId} and id = any(${[...caseIds]}::bigint[])
    order by id desc
    limit 1`.execute(db)
  return rows[0]?.locale ?? 'nl'
}

/** A page to read, the same for programs, and what was sent along as a file, each read when the one before it has left. */
async function zipOf(pool: Pool, subject: Subject, { at, locale }: { at: Date; locale: Locale }): Promise<Readable> {
  const values = [subject.customerId, subject.caseIds, subject.phones, subject.emails]
  const parts: ReadPart[] = []
  for (const part of privacyParts) {
    const tables: ReadTable[] = []
    for (const [name, table] of Object.entries(personalTables)) {
      if (table.part !== part) continue
      const { rows } = await pool.query<{ row: Record<string, unknown> }>(rowsOfPerson(name, table), values)
      if (rows.length > 0) tables.push({ name, rows: rows.map(({ row }) => row) })
    }
    if (tables.length > 0) parts.push({ part, tables })
  }
  const zip = new yazl.ZipFile()
  const options = { mtime: at }
  zip.addBuffer(Buffer.from(writePersonPage(parts, { at, locale })), 'inzage.html', options)
  const data = Object.fromEntries(parts.map(({ part, tables }) => [part, Object.fromEntries(tables.map(({ name, rows }) => [name, rows]))]))
  zip.addBuffer(Buffer.from(JSON.stringify({ madeAt: at.toISOString(), data }, null, 2)), 'inzage.json', options)
  const files = await listFiles(pool, values)
  const names = safeNames(files.map(({ name }) => name))
  files.forEach((file, no) => {
    zip.addReadStreamLazy(`bijlagen/${names[no]}`, options, (begin) => {
      readFile(pool, file, subject.customerId).then(
        (content) => begin(null, Readable.from([content])),
        (error: unknown) => begin(error, null as never),
      )
    })
  })
  zip.end()
  const stream = zip.outputStream as Readable
  zip.on('error', (error: Error) => stream.destroy(error))
  return stream
}

const contents = {
  mail_attachments: {
    ...{ key: 't.id::text', name: 't.file_name', by: 't.id = $2::bigint' },
    content: 'attachment_content(t)',
  },
  case_documents: {
    ...{ key: 't.id::text', by: 't.id = $2::bigint' },
    name: '(select f.name from files f where f.customer_id = t.customer_id and f.id = t.file_id)',
    // What the virus scanner still has to look at nobody gets.
    content: `(select string_agg(p.content, ''::bytea order by p.no)
      from file_parts p
      join files f on f.customer_id = p.customer_id and f.id = p.file_id and f.state = 'kept'
      where p.customer_id = t.customer_id and p.file_id = t.file_id)`,
  },
  incoming_attachments: {
    ...{ key: `t.incoming_id || '-' || t.no`, name: 't.file_name', content: 't.content' },
    by: `t.incoming_id || '-' || t.no = $2 and t.incoming_id = split_part($2, '-', 1)::bigint`,
  },
  sent_mails: {
    ...{ key: 't.communication_id::text', name: `'mail-' || t.communication_id || '.eml'`, content: 't.content' },
    by: 't.communication_id = $2::bigint',
  },
} as const
type Attached = { table: keyof typeof contents; key: string; name: string }

/** What was sent and received as a file; what has no bytes any more is left out. */
async function listFiles(pool: Pool, values: readonly unknown[]): Promise<Attached[]> {
  const found: Attached[] = []
  for (const table of Object.keys(contents) as Attached['table'][]) {
    const { key, name, content } = contents[table]
    const rows = rowsOfPerson(table, personalTables[table] ?? { part: 'files', where: 'false', erasure: 'removed' })
    const asked = rows.replace(/select .* as row/, `select ${key} as key, ${name} as name`)
    const { rows: files } = await pool.query<{ key: string; name: string }>(`${asked} and ${content} is not null`, [...values])
    found.push(...files.map((file) => ({ table, ...file })))
  }
  return found
}

async function readFile(pool: Pool, { table, key }: Attached, customerId: number): Promise<Buffer> {
  const { content, by } = contents[table]
  const text = `
    select ${content} as content
    from ${table} t
    where t.customer_id = $1 and ${by}`
  const { rows } = await pool.query<{ content: Buffer }>(text, [customerId, key])
  if (!rows[0]) throw new AppError('file.notFound')
  return rows[0].content
}
