import type { Contact } from '@regie/contract/contact.ts'
import type { contactApi } from '@regie/contract/contacts.ts'
import type { RequestOf } from '@regie/contract/endpoint.ts'
import { Right } from '@regie/contract/right-codes.ts'
import { type Selectable, sql } from 'kysely'
import * as z from 'zod'
import { AppError } from '../../platform/app-error.ts'
import type { Transaction } from '../../platform/db/database.ts'
import type { Contacts } from '../../platform/db/tables.generated.ts'
import { type Caller, mustAccessCustomer } from '../../platform/http/caller.ts'
import type { Services } from '../../services.ts'
import { openUndoEntry } from '../undo-entries/open-undo-entry.ts'
import type { UndoEntry } from '../undo-entries/undo-entry-queries.ts'
import { findContact } from './contact-queries.ts'

type Wanted = RequestOf<typeof contactApi.merge>['body']
type Row = Selectable<Contacts>

// What a contact may leave empty.
const mergeable = ['initials', 'first_name', 'middle_name', 'department', 'job_title', 'phone', 'mobile'] as const
const notesMax = 2000

/**
 * Makes one contact of two: what the kept one leaves empty comes from the other, with its notes and its lists. Who signs in is the one that is kept, and
 * their mobile stays as it is: codes go there.
 */
export function mergeContacts({ db, clock }: Services, caller: Caller, { customerID, keepID, dropID }: Wanted): Promise<Contact> {
  mustAccessCustomer(caller, customerID, 'contact.notFound')
  if (keepID === dropID) throw new AppError('contact.itself', { field: 'dropID' })
  const now = clock.now()
  return db.transaction().execute(async (tx) => {
    const [keep, drop] = await selectPair(tx, customerID, keepID, dropID)
    if (drop.user_id !== null) throw new AppError('contact.twoLogins')
    const lists = await listsOf(tx, customerID, dropID)
    const known = await listsOf(tx, customerID, keepID)
    const subscriptions = await subscriptionsOf(tx, customerID, dropID)
    const subscribed = (await subscriptionsOf(tx, customerID, keepID)).map(({ key }) => key)
    const changed = mergedColumns(keep, drop)
    await tx.deleteFrom('contacts').where('customer_id', '=', customerID).where('id', '=', dropID).execute()
    await tx
      .updateTable('contacts')
      .set({ ...changed, version: keep.version + 1, updated_at: now })
      .where('customer_id', '=', customerID)
      .where('id', '=', keepID)
      .execute()
    const joined = lists.filter((list) => !known.includes(list))
    await joinLists(tx, customerID, keepID, joined)
    const taken = subscriptions.filter(({ key }) => !subscribed.includes(key))
    await takeSubscriptions(tx, customerID, keepID, taken)
    const before = Object.fromEntries(Object.keys(changed).map((column) => [column, keep[column as keyof Row]]))
    await openUndoEntry(tx, {
      ...{ customerId: customerID, userId: caller.userId, action: 'contact.merge', name: nameOf(keep), right: Right.removeContacts },
      ...{
        at: now,
        count: 1,
        before: { merged: { keepID, version: keep.version + 1, before, drop, lists, joined, subscriptions, taken } },
      },
    })
    return findContact(tx, caller, customerID, keepID)
  })
}

// The later columns are unknown to entries of a former version; their defaults were what it did.
const Wish = z.object({
  key: z.string(),
  script_ids: z.nullable(z.array(z.number())),
  frequency: z.optional(z.string()),
  send_minute: z.optional(z.number()),
  mailed_until: z.optional(z.coerce.date()),
})

const Merged = z.object({
  merged: z.object({
    keepID: z.number(),
    version: z.number(),
    before: z.record(z.string(), z.string()),
    drop: z.looseObject({ id: z.number() }),
    lists: z.array(z.number()),
    joined: z.array(z.number()),
    subscriptions: z.array(Wish),
    taken: z.array(Wish),
  }),
})

/** Both contacts are as they were, each on the lists that still exist; false when somebody changed the kept one since. */
export async function undoMerge(tx: Transaction, { customerId, before: kept }: UndoEntry, now: Date): Promise<boolean> {
  const { keepID, version, before, drop, lists, joined, subscriptions, taken } = Merged.parse(kept).merged
  const keep = await tx
    .selectFrom('contacts')
    .select('version')
    .where('customer_id', '=', customerId)
    .where('id', '=', keepID)
    .forUpdate()
    .executeTakeFirst()
  if (keep?.version !== version) return false
  await tx
    .updateTable('contacts')
    .set({ ...before, version: version + 1, updated_at: now })
    .where('customer_id', '=', customerId)
    .where('id', '=', keepID)
    .execute()
  await sql`
    insert into contacts overriding system value
    select * from json_populate_record(null::contacts, ${JSON.stringify(drop)}) where customer_id = ${customerId}`.execute(tx)
  if (joined.length > 0)
    await tx
      .deleteFrom('contact_list_members')
      .where('customer_id', '=', customerId)
      .where('contact_id', '=', keepID)
      .where('list_id', 'in', joined)
      .execute()
  await joinLists(tx, customerId, drop.id, lists)
  if (taken.length > 0)
    await tx
      .deleteFrom('contact_subscriptions')
      .where('customer_id', '=', customerId)
      .where('contact_id', '=', keepID)
      .where(
        'key',
        'in',
        taken.map(({ key }) => key),
      )
      .execute()
  await takeSubscriptions(tx, customerId, drop.id, subscriptions)
  return true
}

/** Both, kept as they are until the transaction ends; in one order, so that two who merge the same pair at once wait for one another. */
async function selectPair(tx: Transaction, customerId: number, keepId: number, dropId: number): Promise<[Row, Row]> {
  const rows = await tx
    .selectFrom('contacts')
    .selectAll()
    .where('customer_id', '=', customerId)
    .where('id', 'in', [keepId, dropId])
    .orderBy('id')
    .forUpdate()
    .execute()
  const [keep, drop] = [keepId, dropId].map((id) => rows.find((row) => row.id === id))
  if (!keep || !drop) throw new AppError('contact.notFound')
  return [keep, drop]
}

function mergedColumns(keep: Row, drop: Row): Partial<Row> {
  const taken = mergeable.filter((column) => keep[column] === '' && drop[column] !== '' && !(column === 'mobile' && keep.user_id !== null))
  const notes = [keep.notes, drop.notes].filter((text) => text !== '').join('\n')
  return {
    ...Object.fromEntries(taken.map((column) => [column, drop[column]])),
    ...(keep.salutation === 'geen' && drop.salutation !== 'geen' && { salutation: drop.salutation }),
    // What does not fit stays with the other, which can be taken back; a cut note would look whole.
    ...(notes !== keep.notes && notes.length <= notesMax && { notes }),
  }
}

async function listsOf(tx: Transaction, customerId: number, contactId: number): Promise<number[]> {
  const rows = await tx
    .selectFrom('contact_list_members')
    .select('list_id')
    .where('customer_id', '=', customerId)
    .where('contact_id', '=', contactId)
    .execute()
  return rows.map((row) => row.list_id)
}

type Wish = z.infer<typeof Wish>

function subscriptionsOf(tx: Transaction, customerId: number, contactId: number): Promise<Wish[]> {
  return tx
    .selectFrom('contact_subscriptions')
    .select(['key', 'script_ids', 'frequency', 'send_minute', 'mailed_until'])
    .where('customer_id', '=', customerId)
    .where('contact_id', '=', contactId)
    .execute()
}

async function takeSubscriptions(tx: Transaction, customerId: number, contactId: number, wishes: readonly Wish[]) {
  if (wishes.length === 0) return
  await tx
    .insertInto('contact_subscriptions')
    .values(wishes.map((wish) => ({ customer_id: customerId, contact_id: contactId, ...wish })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

async function joinLists(tx: Transaction, customerId: number, contactId: number, lists: readonly number[]) {
  if (lists.length === 0) return
  await tx
    .insertInto('contact_list_members')
    .columns(['customer_id', 'list_id', 'contact_id'])
    .expression((eb) =>
      eb
        .selectFrom('contact_lists')
        .select(['customer_id', 'id', eb.val(contactId).as('contact_id')])
        .where('customer_id', '=', customerId)
        .where('id', 'in', lists),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

const nameOf = (row: Row) => [row.first_name || row.initials, row.middle_name, row.last_name].filter(Boolean).join(' ')
