import { type CaseSort, caseSorts } from '@regie/contract/case-filter.ts'
import type { Pool } from 'pg'
import * as z from 'zod'
import { AppError } from '../../platform/app-error.ts'
import { decodeCursor, encodeCursor } from '../../platform/db/page.ts'
import { prepared } from '../../platform/db/prepared.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { maySeePersonalData, nameKeys } from '../fields/masks.ts'
import type { CaseData } from './case-data.ts'
import { openCents } from './money/open-amount.ts'
import { maskedKeys } from './masks/mask-sql.ts'

export type CaseOrder = { sort: CaseSort; direction: 'asc' | 'desc' }

type SortKey = { column: string; type: string; valueOf: (row: CaseData) => string | number }

// What a sort compares; never null, so that a cursor can stand anywhere. Each has its index of a batch's cases (migration cases-in-order), people's names in people's order.
const sortKeys: Record<CaseSort, SortKey> = {
  caseID: { column: 'c.id', type: 'bigint', valueOf: (row) => row.caseID },
  caseNumber: { column: 'c.case_number', type: 'text', valueOf: (row) => row.caseNumber },
  name: { column: 'c.name collate "nl-x-icu"', type: 'text', valueOf: (row) => row.name },
  status: { column: 'c.status', type: 'text', valueOf: (row) => row.status },
  outstanding: { column: `coalesce(${openCents('c')}, -1)`, type: 'bigint', valueOf: (row) => row.outstandingCents ?? -1 },
  city: { column: `coalesce(c.city, '') collate "nl-x-icu"`, type: 'text', valueOf: (row) => row.city ?? '' },
  result: { column: `coalesce(c.result, '')`, type: 'text', valueOf: (row) => row.result ?? '' },
}

/** SQL: all that the orders of cases `c` compare. */
export const orderColumns = 'c.id, c.case_number, c.name, c.status, c.outstanding_cents, c.paid_cents, c.city, c.result'

/** SQL: the order of a list of cases `c`. */
export function orderBy({ sort, direction }: CaseOrder): string {
  const { column } = sortKeys[sort]
  return sort === 'caseID' ? `c.id ${direction}` : `${column} ${direction}, c.id ${direction}`
}

/** SQL: whether case `c` stands behind a place in that order; both parameters come from readPlace(). */
export function isBehind({ sort, direction }: CaseOrder, value: string, id: string): string {
  const { column, type } = sortKeys[sort]
  const sign = direction === 'asc' ? '>' : '<'
  return sort === 'caseID' ? `c.id ${sign} ${id}::bigint` : `(${column}, c.id) ${sign} (${value}::text::${type}, ${id}::bigint)`
}

const Cursor = z.tuple([z.string(), z.union([z.string(), z.number()]), z.number().int()])

/** The place after which a page begins; null for the first. A cursor of another order would skip rows, so it is refused. */
export function readPlace(order: CaseOrder, cursor: string | undefined): { value: string; id: number } | null {
  if (cursor === undefined) return null
  const [of, value, id] = decodeCursor(Cursor, cursor)
  const { type } = sortKeys[order.sort]
  if (of !== nameOf(order) || (type === 'bigint' && !Number.isSafeInteger(value))) throw new AppError('error.invalid', { field: 'cursor' })
  return { value: String(value), id }
}

/** A page out of `limit + 1` rows, before they are masked. */
export function pageInOrder(order: CaseOrder, rows: readonly CaseData[], limit: number): { rows: CaseData[]; nextCursor: string | null } {
  const page = rows.slice(0, limit)
  const last = rows.length > limit ? page.at(-1) : undefined
  const nextCursor = last === undefined ? null : encodeCursor([nameOf(order), sortKeys[order.sort].valueOf(last), last.caseID])
  return { rows: page, nextCursor }
}

export const nameOf = ({ sort, direction }: CaseOrder) => `${sort}-${direction}`

// The fields of which what is sorted by is made, where a script may mask them.
const maskedSorts: Partial<Record<CaseSort, readonly string[]>> = { name: nameKeys, city: ['plaats'] }

/**
 * The orders that this caller may not ask: one of names or places discloses something of those that are masked for them, and a cursor holds one.
 * Throws when this is one of them.
 */
export async function mustSeeOrder(pool: Pool, caller: Caller, customerId: number, { sort }: CaseOrder): Promise<CaseSort[]> {
  if (maySeePersonalData(caller)) return []
  const masking = await scriptsThatMask(pool, [customerId, Object.values(maskedSorts).flat()])
  const masked = new Set(masking.flatMap(({ keys }) => keys))
  const hidden = caseSorts.filter((one) => maskedSorts[one]?.some((key) => masked.has(key)))
  if (hidden.includes(sort)) throw new AppError('case.orderHidden', { field: 'sort' })
  return hidden
}

const scriptsThatMask = prepared<{ keys: string[] }>(
  'scripts-that-mask',
  `select distinct masks.keys
  from scripts s
  ${maskedKeys}
  where s.customer_id = $1 and masks.keys && $2::text[]`,
)
