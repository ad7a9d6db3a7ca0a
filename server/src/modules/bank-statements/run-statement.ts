import { ownCustomerRight, Right } from '@regie/contract/right-codes.ts'
import { sql } from 'kysely'
import type { JobPayload, JobRun } from '../../jobs/job-catalogue.ts'
import { publish } from '../../live/publish.ts'
import type { Db, Transaction } from '../../platform/db/database.ts'
import { tryThrice } from '../../platform/db/try-thrice.ts'
import type { Services } from '../../services.ts'
import { selectCaseForUpdate } from '../cases/case-changes.ts'
import { findFileContent, removeFileContent } from '../files/stored-file.ts'
import { findRightsNow } from '../identity/users/user-standing.ts'
import { bookEntry } from './book-entry.ts'
import { matchEntry } from './match-entry.ts'
import { findNamedCases } from './named-cases.ts'
import { accountsOf } from './reading/accounts-of.ts'
import { readApart } from './reading/read-apart.ts'
import { referencesIn } from './reading/references-in.ts'
import { type ReadStatement, StatementFault } from './reading/statement.ts'

type Work = Pick<Services, 'db' | 'clock'>
type Running = { id: number; customerId: number; fileId: number; state: string; userId: number | null; username: string | null }

const entriesPerInsert = 2000

/** Job: reads a file of bank statements and books what certainly pays a case. Killed and run again it goes on: an entry is kept once, and booked once. */
export async function runStatement(
  { db, clock }: Work,
  { statementId, customerId }: JobPayload<'runStatement'>,
  { signal }: Pick<JobRun, 'signal'>,
): Promise<void> {
  const statement = await findRunning(db, customerId, statementId)
  if (!statement) return
  if (statement.state === 'reading') {
    const read = await readFile(db, statement)
    if ('fault' in read) return setState(db, statement, { state: 'failed', fault: read.fault.code, fault_place: read.fault.place })
    await db.transaction().execute((tx) => keepEntries(tx, statement, read.statements))
  }
  for (let after: number | null = 0; after !== null; ) {
    signal.throwIfAborted()
    const last: number = after
    after = await tryThrice(() => db.transaction().execute((tx) => matchNext(tx, statement, last, clock.now())))
  }
  await setState(db, statement, { state: 'done' })
}

/** Its job is not tried any more: what was booked stays booked, and whoever uploaded the file sees that the rest was not looked at. */
export async function failStatement({ db }: Work, { statementId, customerId }: JobPayload<'runStatement'>): Promise<void> {
  const statement = await findRunning(db, customerId, statementId)
  if (statement) await setState(db, statement, { state: 'failed', fault: 'stopped', fault_place: '' })
}

async function findRunning(db: Db, customerId: number, statementId: number): Promise<Running | undefined> {
  return db
    .selectFrom('bank_statements as s')
    .leftJoin('users as u', 'u.id', 's.uploaded_by')
    .select(['s.id', 's.customer_id as customerId', 's.file_id as fileId', 's.state', 'u.id as userId', 'u.username'])
    .where('s.customer_id', '=', customerId)
    .where('s.id', '=', statementId)
    .where('s.state', 'in', ['reading', 'matching'])
    .executeTakeFirst()
}

async function readFile(db: Db, { customerId, fileId }: Running): Promise<{ statements: ReadStatement[] } | { fault: StatementFault }> {
  const content = await findFileContent(db, customerId, fileId)
  try {
    return { statements: await readApart(content) }
  } catch (error) {
    if (error instanceof StatementFault) return { fault: error }
    throw error
  }
}

type State = { state: 'done' } | { state: 'failed'; fault: string; fault_place: string }

/** Once a file is done or refused nobody needs its bytes: what it says is kept as entries, and whoever sent it has it. */
async function setState(db: Db, { customerId, id, fileId }: Running, state: State): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await tx.updateTable('bank_statements').set(state).where('customer_id', '=', customerId).where('id', '=', id).execute()
    await removeFileContent(tx, { customer_id: customerId, file_id: fileId })
    await publish(tx, { kind: 'statement.changed', customerId, statementId: id })
  })
}

/** Keeps each entry that no earlier file of the same account had. */
async function keepEntries(tx: Transaction, statement: Running, statements: readonly ReadStatement[]): Promise<void> {
  const { customerId, id } = statement
  const entries = statements.flatMap(({ account, entries: its }) => its.map((entry) => ({ account, ...entry })))
  const { rows: waiting } = await sql`
    select from bank_statements
    where customer_id = ${customerId} and id = ${id} and state = 'reading'
    for update`.execute(tx)
  // A run beside this one has kept them.
  if (waiting.length === 0) return
  let kept = 0
  for (let from = 0; from < entries.length; from += entriesPerInsert) {
    const { rows } = await sql<{ count: number }>`
      with kept as (
        insert into bank_entries (customer_id, statement_id, account, entry_key, amount_cents, currency, booked_on,
          counter_name, counter_iban, reference, text)
        select ${customerId}::bigint, ${id}::bigint, account, key, "amountCents", currency, "bookedOn",
          left("counterName", 200), "counterIban", left(reference, 100), left(text, 1000)
        from jsonb_to_recordset(${JSON.stringify(entries.slice(from, from + entriesPerInsert))}::jsonb) as e(
          account text, key text, "amountCents" bigint, currency text, "bookedOn" date, "counterName" text,
          "counterIban" text, reference text, text text)
        on conflict (customer_id, account, entry_key) do nothing
        returning id)
      select count(*)::int as count
      from kept`.execute(tx)
    kept += rows[0]?.count ?? 0
  }
  await tx
    .updateTable('bank_statements')
    .set({ state: 'matching', entries: entries.length, known: entries.length - kept, accounts: JSON.stringify(accountsOf(statements)) })
    .where('customer_id', '=', customerId)
    .where('id', '=', id)
    .execute()
  await publish(tx, { kind: 'statement.changed', customerId, statementId: id })
}

type OpenEntry = {
  id: number
  amountCents: number
  currency: string
  bookedOn: string
  counterName: string
  reference: string | null
  text: string
}

/** Books the next entry that is certain, and answers which was looked at; null: there is none. Who uploaded the file must still be allowed to book. */
async function matchNext(tx: Transaction, { customerId, id, userId, username }: Running, after: number, at: Date): Promise<number | null> {
  // Whoever has left books nothing any more: all of it waits for colleagues.
  const rights = userId === null ? [] : await findRightsNow(tx, userId, at)
  if (!rights.includes(Right.bookPayments) || !rights.includes(ownCustomerRight(customerId))) return null
  const { rows } = await sql<OpenEntry>`
    select e.id, e.amount_cents as "amountCents", e.currency, e.booked_on::text as "bookedOn",
      e.counter_name as "counterName", e.reference, e.text
    from bank_entries e
    where e.customer_id = ${customerId} and e.statement_id = ${id} and e.id > ${after} and e.amount_cents > 0
      and e.ignored_at is null and not e.was_booked
    order by e.id
    limit 1
    for update of e`.execute(tx)
  const [entry] = rows
  if (!entry) return null
  // A run beside this one may have booked it while this one waited for the row: that is seen by a statement of its own.
  const { rows: unbooked } = await sql`
    select from bank_entries
    where customer_id = ${customerId} and id = ${entry.id} and not was_booked`.execute(tx)
  if (unbooked.length === 0) return entry.id
  const matched = { ...entry, references: referencesIn(`${entry.reference ?? ''} ${entry.text}`) }
  const first = matchEntry(matched, await findNamedCases(tx, customerId, matched))
  if (!('caseId' in first)) return entry.id
  const locked = await selectCaseForUpdate(tx, first.caseId)
  // Another payment may have come in before the case was ours.
  const now = matchEntry(matched, await findNamedCases(tx, customerId, matched))
  if (!('caseId' in now) || now.caseId !== first.caseId) return entry.id
  const { amountCents, bookedOn, counterName: note } = entry
  await bookEntry(tx, locked, { entryId: entry.id, amountCents, bookedOn, note }, { at, byUser: username ?? '' })
  return entry.id
}
