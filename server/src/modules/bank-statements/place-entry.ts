import type { BankEntry, statementApi } from '@regie/contract/bank-statements.ts'
import type { RequestOf } from '@regie/contract/endpoint.ts'
import { paymentCentsMax } from '@regie/contract/payments.ts'
import { sql } from 'kysely'
import { AppError } from '../../platform/app-error.ts'
import { publish } from '../../live/publish.ts'
import type { Transaction } from '../../platform/db/database.ts'
import { tryThrice } from '../../platform/db/try-thrice.ts'
import { type Caller, mustAccessCustomer } from '../../platform/http/caller.ts'
import type { Services } from '../../services.ts'
import { mustNotBeLocked } from '../cases/batch-lock.ts'
import { selectCaseForUpdate } from '../cases/case-changes.ts'
import { bookEntry } from './book-entry.ts'
import { findEntry, proposeForEntry } from './entry-queries.ts'

type Work = Pick<Services, 'db' | 'pool' | 'clock'>
type Place = RequestOf<typeof statementApi.book>['body']

/** Books an entry that waits as a payment of a case of the same customer, in the currency of its claim; one whose payer names others only if that is meant. */
export async function placeEntry(work: Work, caller: Caller, entryId: number, { caseID: caseId, isMeant }: Place): Promise<BankEntry> {
  const { db, clock } = work
  const { customerId } = await findEntry(db, caller, entryId)
  // What the payer wrote never changes: it can be read before the entry is locked.
  const others = isMeant ? null : await findOthersNamed(work, caller, entryId, caseId)
  await tryThrice(() =>
    db.transaction().execute(async (tx) => {
      const entry = await selectOpenEntry(tx, customerId, entryId)
      const locked = await selectCaseForUpdate(tx, caseId)
      mustAccessCustomer(caller, locked.customerId, 'case.notFound')
      if (locked.customerId !== customerId) throw new AppError('case.notFound')
      mustNotBeLocked(locked, caller)
      if (others !== null) throw new AppError('statement.namesOther', { params: { numbers: others } })
      if (entry.amountCents > paymentCentsMax) throw new AppError('statement.amountTooLarge')
      if (locked.currency !== entry.currency) throw new AppError('statement.otherCurrency')
      const { amountCents, bookedOn, counterName: note } = entry
      await bookEntry(tx, locked, { entryId, amountCents, bookedOn, note }, { at: clock.now(), byUser: caller.username })
    }),
  )
  return entryOf(db, caller, entryId)
}

/** The cases that the payer names, where this one is none of them: it would be paid, and theirs stays open. Null: it is named, or none is. */
async function findOthersNamed(work: Work, caller: Caller, entryId: number, caseId: number): Promise<string | null> {
  // That an account paid for a case before names no case.
  const named = (await proposeForEntry(work, caller, entryId)).filter(({ why }) => why !== 'account')
  if (named.length === 0 || named.some(({ caseID }) => caseID === caseId)) return null
  return named.map(({ caseNumber, name }) => `${caseNumber} (${name})`).join(', ')
}

/** Sets an entry that waits aside: it pays no case. */
export async function ignoreEntry({ db, clock }: Work, caller: Caller, entryId: number, reason: string): Promise<BankEntry> {
  const { customerId, statementID: statementId } = await findEntry(db, caller, entryId)
  await db.transaction().execute(async (tx) => {
    await selectOpenEntry(tx, customerId, entryId)
    await tx
      .updateTable('bank_entries')
      .set({ ignored_at: clock.now(), ignored_by: caller.username, ignored_reason: reason })
      .where('customer_id', '=', customerId)
      .where('id', '=', entryId)
      .execute()
    await publish(tx, { kind: 'statement.changed', customerId, statementId })
  })
  return entryOf(db, caller, entryId)
}

/** Has an entry wait again that was set aside; of one that waits already nothing changes. */
export async function restoreEntry({ db }: Work, caller: Caller, entryId: number): Promise<BankEntry> {
  const { customerId, statementID: statementId } = await findEntry(db, caller, entryId)
  await db.transaction().execute(async (tx) => {
    await tx
      .updateTable('bank_entries')
      .set({ ignored_at: null, ignored_by: null, ignored_reason: null })
      .where('customer_id', '=', customerId)
      .where('id', '=', entryId)
      .execute()
    await publish(tx, { kind: 'statement.changed', customerId, statementId })
  })
  return entryOf(db, caller, entryId)
}

async function entryOf(db: Services['db'], caller: Caller, entryId: number): Promise<BankEntry> {
  const { customerId: _customerId, ...entry } = await findEntry(db, caller, entryId)
  return entry
}

type OpenEntry = { amountCents: number; currency: string; bookedOn: string; counterName: string; isPlaced: boolean }

/** Takes an entry for this transaction; refused where a colleague placed it a moment ago. */
async function selectOpenEntry(tx: Transaction, customerId: number, entryId: number): Promise<OpenEntry> {
  await sql`select from bank_entries where customer_id = ${customerId} and id = ${entryId} for update`.execute(tx)
  const { rows } = await sql<OpenEntry>`
    select e.amount_cents as "amountCents", e.currency, e.booked_on::text as "bookedOn",
      e.counter_name as "counterName",
      e.ignored_at is not null or e.is_booked as "isPlaced"
    from bank_entries e
    where e.customer_id = ${customerId} and e.id = ${entryId}`.execute(tx)
  const [entry] = rows
  if (!entry) throw new AppError('statement.entryNotFound')
  if (entry.isPlaced) throw new AppError('statement.entryPlaced')
  return entry
}
