import { type PrivacyDetail, type PrivacyPart, privacyParts } from '@regie/contract/privacy.ts'
import { sql } from 'kysely'
import type { Pool } from 'pg'
import { isoText, prepared } from '../../../platform/db/prepared.ts'
import type { Db, Transaction } from '../../../platform/db/database.ts'
import type { Caller } from '../../../platform/http/caller.ts'
import type { Services } from '../../../services.ts'
import { type CaseData, caseColumns, caseRowsFor, caseTables } from '../../cases/case-data.ts'
import { countErasures, planErasure } from './erasure-plan.ts'
import { personalTables, rowsOfPerson } from './personal-tables.ts'
import { findRequest, type RequestRow, shownRequest } from './request-queries.ts'

const subjectsOf = prepared<CaseData>(
  'privacy-subjects',
  `select ${caseColumns} from ${caseTables} where c.customer_id = $1 and c.id = any ($2::bigint[]) order by c.id`,
)

export type Subject = { customerId: number; caseIds: readonly number[]; phones: string[]; emails: string[] }

/** By what the person of these cases is found in tables that know no case. */
export async function findSubject(
  db: Db | Transaction,
  { customerId, caseIds }: Pick<RequestRow, 'customerId' | 'caseIds'>,
): Promise<Subject> {
  const { rows } = await sql<{ phones: string[]; emails: string[] }>`
    select coalesce(array_agg(distinct number) filter (where number is not null), '{}') as phones,
      coalesce(array_agg(distinct lower(c.email)) filter (where c.email is not null), '{}') as emails
    from cases c
    cross join lateral unnest(array[c.phone, c.mobile]) as number
    where c.customer_id = ${customerId} and c.id = any(${[...caseIds]}::bigint[])`.execute(db)
  return { customerId, caseIds, phones: rows[0]?.phones ?? [], emails: rows[0]?.emails ?? [] }
}

/** A request with what is kept of its person, and what an erasure would do. */
export async function findDetail({ db, pool, clock }: Services, caller: Caller, requestId: number): Promise<PrivacyDetail> {
  const request = await findRequest(db, caller, requestId)
  const { customerId, caseIds } = request
  const erasures = await planErasure(db, { customerId, caseIds, now: clock.now() })
  const cases = await caseRowsFor(pool, caller, await subjectsOf(pool, [customerId, caseIds]))
  const counts = await countParts(pool, await findSubject(db, request))
  return {
    request: shownRequest(request),
    subjects: cases.map((row) => {
      const erasure = erasures.find(({ caseId }) => caseId === row.caseID)
      return { case: row, held: erasure?.held ?? null, losesTexts: erasure?.does === 'empty' }
    }),
    parts: privacyParts.flatMap((part) => (counts[part] ? [{ part, count: counts[part] }] : [])),
    erasure: countErasures(erasures),
    file: await findFile(db, request, clock.now()),
  }
}

const partsOf = prepared<{ part: PrivacyPart; count: number }>(
  'privacy-parts',
  `select part, sum(count)::int as count
  from (${Object.entries(personalTables)
    .map(([name, table]) => `select '${table.part}' as part, (${rowsOfPerson(name, table, true)}) as count`)
    .join(' union all ')}) parts
  group by part`,
)

/** How many rows there are of somebody, by part. */
async function countParts(pool: Pool, { customerId, caseIds, phones, emails }: Subject): Promise<Partial<Record<PrivacyPart, number>>> {
  const rows = await partsOf(pool, [customerId, caseIds, phones, emails])
  return Object.fromEntries(rows.map(({ part, count }) => [part, count]))
}

async function findFile(db: Db, { customerId, fileId }: RequestRow, now: Date): Promise<PrivacyDetail['file']> {
  if (fileId === null) return null
  const { rows } = await sql<{ state: string; bytes: number; expiresAt: string; isGone: boolean }>`
    select state, bytes, ${sql.raw(isoText('expires_at'))} as "expiresAt",
      removed_at is not null or expires_at < ${now} as "isGone"
    from files
    where customer_id = ${customerId} and id = ${fileId}`.execute(db)
  const [file] = rows
  if (!file) return null
  if (file.isGone) return { state: 'gone', bytes: 0, expiresAt: null }
  const state = file.state === 'failed' ? 'failed' : file.state === 'kept' ? 'kept' : 'making'
  return { state, bytes: file.bytes, expiresAt: file.expiresAt }
}
