import { type AuditRow, type auditApi, lookActions } from '@regie/contract/audit.ts'
import type { RequestOf } from '@regie/contract/endpoint.ts'
import { Right } from '@regie/contract/right-codes.ts'
import { type ExpressionBuilder, sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import type { DB } from '../../platform/db/tables.generated.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { printable } from '../../platform/http/printable.ts'
import { findAuditNames, namesOf } from './audit-names.ts'
import { maskLines } from './mask-lines.ts'
import { currentAction, namesOfAction } from './former-actions.ts'

export type AuditFilters = Omit<RequestOf<typeof auditApi.list>['query'], 'cursor' | 'limit' | 'sort'>
/** The last line seen. The moment as PostgreSQL writes it: JavaScript's knows no microseconds. */
export type AuditPlace = readonly [at: string, id: number]
export type FoundLine = AuditRow & { place: AuditPlace }

/** Lines of the customers that the caller serves, the newest first; those of the installation only for who looks after it. */
export async function listAuditLines(
  db: Db,
  caller: Caller,
  filters: AuditFilters,
  { limit, before }: { limit: number; before: AuditPlace | null },
): Promise<FoundLine[]> {
  const seesInstallation = caller.rights.includes(Right.systemStatus)
  const meant = await findMeant(db, caller, filters)
  const rows = await db
    .selectFrom('audit as a')
    .select([
      'id',
      'customer_id',
      'user_id',
      'username',
      'via',
      'address',
      'request_id',
      'action',
      'entity',
      'entity_id',
      'before',
      'after',
    ])
    .select(sql<string>`a.at::text`.as('place'))
    .select(sql<string>`to_char(a.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`.as('at'))
    .where((eb) => isTheirs(eb, caller, seesInstallation))
    .where((eb) => eb.and(conditionsOf(filters, meant)))
    .$if(before !== null, (query) =>
      query.where(sql<boolean>`
      (a.at, a.id) < (${before?.[0]}::timestamptz, ${before?.[1]}::bigint)`),
    )
    .orderBy('a.at', 'desc')
    .orderBy('a.id', 'desc')
    .limit(limit)
    .execute()
  const lines = rows.map((row) => ({
    auditID: row.id,
    at: row.at,
    customerID: row.customer_id,
    userID: row.user_id,
    username: row.username,
    via: row.via as AuditRow['via'],
    address: row.address,
    requestID: row.request_id,
    action: currentAction(row.action),
    entity: row.entity,
    entityID: row.entity_id,
    before: shown(row.before),
    after: shown(row.after),
    place: [row.place, row.id] as const,
  }))
  const masked = await maskLines(db, caller, lines)
  const names = await findAuditNames(db, masked)
  return masked.map((line) => ({ ...line, names: namesOf(line, names) }))
}

const countMax = 10_000

/** How many there are, exact up to ten thousand: nothing counts a large table. */
export async function countAuditLines(db: Db, caller: Caller, filters: AuditFilters): Promise<{ value: number; exact: boolean }> {
  const seesInstallation = caller.rights.includes(Right.systemStatus)
  const meant = await findMeant(db, caller, filters)
  const some = db
    .selectFrom('audit as a')
    .select('a.id')
    .where((eb) => isTheirs(eb, caller, seesInstallation))
    .where((eb) => eb.and(conditionsOf(filters, meant)))
    .limit(countMax + 1)
  const { value } = await db
    .selectFrom(some.as('some'))
    .select((eb) => eb.fn.countAll<number>().as('value'))
    .executeTakeFirstOrThrow()
  return { value: Math.min(value, countMax), exact: value <= countMax }
}

function isTheirs(eb: ExpressionBuilder<{ a: DB['audit'] }, 'a'>, caller: Caller, seesInstallation: boolean) {
  const served = sql<boolean>`a.customer_id = any(${[...caller.customerIds]}::bigint[])`
  return seesInstallation ? eb.or([served, eb('a.customer_id', 'is', null)]) : served
}

/** What staff typed as the log knows it: a case by its number, people by their names. */
type Meant = { caseIds: string[]; usernames: string[] }

async function findMeant(db: Db, caller: Caller, { entityID, username }: AuditFilters): Promise<Meant> {
  const cases = entityID
    ? await db
        .selectFrom('case_search')
        .select('case_id')
        .where('customer_id', 'in', caller.customerIds.length === 0 ? [0] : caller.customerIds)
        .where('case_number', '=', entityID.toLowerCase())
        .limit(100)
        .execute()
    : []
  const people = username
    ? await db
        .selectFrom('staff')
        .select('username')
        .where(sql<boolean>`
          concat_ws(' ', first_name, nullif(middle_name, ''), last_name) ilike ${containing(username)}`)
        .execute()
    : []
  return { caseIds: cases.map((one) => String(one.case_id)), usernames: people.map((one) => one.username) }
}

const containing = (words: string) => `%${words.replace(/[\\%_]/g, '\\$&')}%`

const looked = lookActions.flatMap(namesOfAction)

function conditionsOf(filters: AuditFilters, { caseIds, usernames }: Meant) {
  const { customerID, username, action, entity, entityID, address, looks, from, to } = filters
  return [
    ...(customerID === undefined ? [] : [sql<boolean>`a.customer_id = ${customerID}`]),
    ...(username ? [sql<boolean>`(a.username ilike ${containing(username)} or a.username = any(${usernames}::text[]))`] : []),
    ...(action ? [sql<boolean>`a.action = any(${namesOfAction(action)}::text[])`] : []),
    ...(entity ? [sql<boolean>`a.entity = ${entity}`] : []),
    ...(entityID
      ? [
          sql<boolean>`
            (a.entity_id = ${entityID} or a.entity = 'case' and a.entity_id = any(${caseIds}::text[]))`,
        ]
      : []),
    ...(address ? [sql<boolean>`a.address = ${address}`] : []),
    ...(looks === 'without' ? [sql<boolean>`a.action <> all(${looked}::text[])`] : []),
    ...(looks === 'only' ? [sql<boolean>`a.action = any(${looked}::text[])`] : []),
    ...(from ? [sql<boolean>`a.at >= ${from}::timestamptz`] : []),
    ...(to ? [sql<boolean>`a.at < ${to}::timestamptz`] : []),
  ]
}

/** What stood in a row may hold anything that somebody typed. */
function shown(values: unknown): Record<string, unknown> | null {
  return values === null ? null : (shownValue(values) as Record<string, unknown>)
}

function shownValue(value: unknown): unknown {
  if (typeof value === 'string') return printable(value)
  if (Array.isArray(value)) return value.map(shownValue)
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([key, part]) => [printable(key), shownValue(part)]))
  return value
}

export async function findRetentionMonths(db: Db): Promise<number> {
  return (await db.selectFrom('audit_settings').select('months').executeTakeFirstOrThrow()).months
}
