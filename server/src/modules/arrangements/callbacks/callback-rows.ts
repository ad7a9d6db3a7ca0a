import type { Callback } from '@regie/contract/arrangements.ts'
import { sql } from 'kysely'
import type { Pool } from 'pg'
import type { Db } from '../../../platform/db/database.ts'
import { userName } from '../../../platform/db/user-name.ts'
import type { Caller } from '../../../platform/http/caller.ts'
import { findTextMasks } from '../../cases/masks/case-mask.ts'

/** Call-backs as screens show them: with their case, and with who is to call. */
export function callbackRows(db: Db) {
  return db
    .selectFrom('callbacks as k')
    .innerJoin('cases as c', (join) => join.onRef('c.customer_id', '=', 'k.customer_id').onRef('c.id', '=', 'k.case_id'))
    .leftJoin('staff as u', 'u.id', 'k.for_user_id')
    .select([
      'k.id',
      'k.customer_id',
      'k.case_id',
      'c.case_number',
      'c.name',
      'k.at',
      'k.note',
      'k.by_user',
      'k.state',
      'k.version',
      'k.for_user_id',
    ])
    .select(userName('u').as('for_name'))
    .select(sql<boolean>`k.ended_by_closing and c.status = 'closed'`.as('ended_by_closing'))
}

export type CallbackRow = Awaited<ReturnType<ReturnType<typeof callbackRows>['execute']>>[number]

/** Call-backs as this caller may see them: the name and what was noted are masked as the case is. */
export async function callbacksFor(pool: Pool, caller: Caller, callbacks: readonly Callback[]): Promise<Callback[]> {
  const mask = await findTextMasks(
    pool,
    caller,
    callbacks.map(({ caseID }) => caseID),
  )
  return callbacks.map((row) => ({ ...row, name: mask(row.caseID, row.name), note: mask(row.caseID, row.note) }))
}

/** A row in the words of the contract; `callbacksFor` shows it. */
export function callbackOf(row: CallbackRow): Callback {
  return {
    callbackID: row.id,
    caseID: row.case_id,
    caseNumber: row.case_number,
    name: row.name,
    at: row.at.toISOString(),
    // A colleague who cannot be seen from here still has the appointment.
    forUser: row.for_user_id === null ? null : { userID: row.for_user_id, name: row.for_name },
    note: row.note,
    by: row.by_user,
    state: row.state as Callback['state'],
    endedByClosing: row.ended_by_closing,
    version: row.version,
  }
}
