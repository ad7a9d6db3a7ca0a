import type { CaseNote, arrangementApi } from '@regie/contract/arrangements.ts'
import type { ResponseOf } from '@regie/contract/endpoint.ts'
import type { MissedInstalment } from '@regie/contract/missed-instalments.ts'
import { type SelectQueryBuilder, sql } from 'kysely'
import type { Caller } from '../../platform/http/caller.ts'
import type { Services } from '../../services.ts'
import type { Db } from '../../platform/db/database.ts'
import { findCustomerOfCase } from '../cases/case-queries.ts'
import { findTextMask } from '../cases/masks/case-mask.ts'
import { addNote } from './add-note.ts'
import { callbackOf, callbackRows, callbacksFor } from './callbacks/callback-rows.ts'
import { complaintOf, complaintRows, maskComplaint } from './complaints.ts'
import { promiseOf, promiseRows } from './promises.ts'
import { arrangeFor } from './work-on.ts'

// Of each kind; a case with more is read in its timeline.
const shownMax = 100

/** What was noted, arranged, promised and complained of, newest first. */
export async function listArrangements(
  { db, pool }: Services,
  caller: Caller,
  caseId: number,
): Promise<ResponseOf<typeof arrangementApi.list>> {
  const customerId = await findCustomerOfCase(pool, caller, caseId)
  const ofCase = (alias: string) =>
    sql<boolean>`(${sql.ref(`${alias}.customer_id`)}, ${sql.ref(`${alias}.case_id`)}) = (${customerId}, ${caseId})`
  const newest = <DB, TB extends keyof DB, Row>(rows: SelectQueryBuilder<DB, TB, Row>, alias: string) =>
    rows
      .where(ofCase(alias))
      .orderBy(sql.ref(`${alias}.id`), 'desc')
      .limit(shownMax)
      .execute()
  const [notes, callbacks, promises, complaints, customer] = await Promise.all([
    newest(noteRows(db), 'n'),
    newest(callbackRows(db), 'k'),
    newest(promiseRows(db), 'p'),
    newest(complaintRows(db), 'x'),
    db.selectFrom('customers').select('missed_instalment').where('id', '=', customerId).executeTakeFirstOrThrow(),
  ])
  const mask = await findTextMask(pool, caller, caseId)
  return {
    notes: notes.map((note) => ({ ...noteOf(note, caller), text: mask(note.text) })),
    callbacks: await callbacksFor(pool, caller, callbacks.map(callbackOf)),
    promises: promises.map(promiseOf),
    complaints: complaints.map((row) => maskComplaint(complaintOf(row), mask)),
    missedInstalment: customer.missed_instalment as MissedInstalment,
  }
}

/** Adds a note to a case. */
export async function writeNote(services: Services, caller: Caller, caseId: number, text: string): Promise<CaseNote> {
  const note = await arrangeFor(services, caller, caseId, async (tx, arranging) => {
    const id = await addNote(tx, arranging, text)
    return noteOf(await noteRows(tx).where('id', '=', id).executeTakeFirstOrThrow(), caller)
  })
  return { ...note, text: (await findTextMask(services.pool, caller, caseId))(note.text) }
}

const noteRows = (db: Db) => db.selectFrom('case_notes as n').select(['id', 'text', 'by_user', 'by_user_id', 'at'])
type NoteRow = Awaited<ReturnType<ReturnType<typeof noteRows>['execute']>>[number]

function noteOf({ id, text, by_user: by, by_user_id: userId, at }: NoteRow, caller: Caller): CaseNote {
  return { noteID: id, text, by, at: at.toISOString(), mine: userId === caller.userId }
}
