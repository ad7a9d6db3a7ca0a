import type { ContactList, contactListApi } from '@regie/contract/contacts.ts'
import type { RequestOf } from '@regie/contract/endpoint.ts'
import { sql } from 'kysely'
import { AppError } from '../../platform/app-error.ts'
import { violatedConstraint } from '../../platform/db/database-trouble.ts'
import type { Db, Transaction } from '../../platform/db/database.ts'
import { type Caller, mustAccessCustomer } from '../../platform/http/caller.ts'
import type { Services } from '../../services.ts'

type NewList = RequestOf<typeof contactListApi.add>['body']
type Change = RequestOf<typeof contactListApi.change>['body']
type Members = RequestOf<typeof contactListApi.addMembers>['body']
type ListRef = { customerId: number; listId: number }

/** The lists of a customer with their members, by name. */
export function listContactLists(db: Db, caller: Caller, customerId: number): Promise<ContactList[]> {
  mustAccessCustomer(caller, customerId, 'customer.notFound')
  return findLists(db, customerId, null)
}

async function findLists(db: Db, customerId: number, listId: number | null): Promise<ContactList[]> {
  const { rows } = await sql<ContactList>`
    select l.id as "listID", l.name, l.description, l.version, (
        select coalesce(json_agg(m.contact_id order by m.contact_id), '[]')
        from contact_list_members m
        where m.customer_id = l.customer_id and m.list_id = l.id) as "memberIDs"
    from contact_lists l
    where l.customer_id = ${customerId} and (${listId}::bigint is null or l.id = ${listId}::bigint)
    order by lower(l.name), l.id`.execute(db)
  return rows
}

async function findList(db: Db, { customerId, listId }: ListRef): Promise<ContactList> {
  const [list] = await findLists(db, customerId, listId)
  if (!list) throw new AppError('contact.listNotFound')
  return list
}

/** A list as it is now, which nobody else changes until the transaction ends. */
async function selectList(tx: Transaction, caller: Caller, ref: ListRef): Promise<ContactList> {
  mustAccessCustomer(caller, ref.customerId, 'contact.listNotFound')
  await sql`
    select from contact_lists where customer_id = ${ref.customerId} and id = ${ref.listId} for update`.execute(tx)
  return findList(tx, ref)
}

/** A new list, with who stands on it from the start. */
export function addContactList({ db }: Services, caller: Caller, { customerID, list, memberIDs }: NewList): Promise<ContactList> {
  mustAccessCustomer(caller, customerID, 'customer.notFound')
  return refusingTakenName(() =>
    db.transaction().execute(async (tx) => {
      const { id } = await tx
        .insertInto('contact_lists')
        .values({ customer_id: customerID, ...list })
        .returning('id')
        .executeTakeFirstOrThrow()
      const ref = { customerId: customerID, listId: id }
      await insertMembers(tx, ref, memberIDs)
      return findList(tx, ref)
    }),
  )
}

/** Renames or describes a list, unless somebody else did so meanwhile. */
export function changeContactList({ db }: Services, caller: Caller, listId: number, { customerID, list, version }: Change) {
  const ref = { customerId: customerID, listId }
  return refusingTakenName(() =>
    db.transaction().execute(async (tx) => {
      const current = await selectList(tx, caller, ref)
      if (current.version !== version) throw new AppError('error.conflict', { current })
      await tx
        .updateTable('contact_lists')
        .set({ ...list, version: version + 1 })
        .where('customer_id', '=', customerID)
        .where('id', '=', listId)
        .execute()
      return findList(tx, ref)
    }),
  )
}

/** Deletes a list; its members stay. */
export async function removeContactList({ db }: Services, caller: Caller, ref: ListRef): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await selectList(tx, caller, ref)
    await tx.deleteFrom('contact_list_members').where('customer_id', '=', ref.customerId).where('list_id', '=', ref.listId).execute()
    await tx.deleteFrom('contact_lists').where('customer_id', '=', ref.customerId).where('id', '=', ref.listId).execute()
  })
}

/** Puts contacts on a list; who stands there stays. */
export function addListMembers({ db }: Services, caller: Caller, listId: number, { customerID, contactIDs }: Members) {
  const ref = { customerId: customerID, listId }
  return db.transaction().execute(async (tx) => {
    await selectList(tx, caller, ref)
    await insertMembers(tx, ref, contactIDs)
    return findList(tx, ref)
  })
}

/** Takes contacts off a list. */
export function removeListMembers({ db }: Services, caller: Caller, listId: number, { customerID, contactIDs }: Members) {
  const ref = { customerId: customerID, listId }
  return db.transaction().execute(async (tx) => {
    await selectList(tx, caller, ref)
    await tx
      .deleteFrom('contact_list_members')
      .where('customer_id', '=', customerID)
      .where('list_id', '=', listId)
      .where('contact_id', 'in', contactIDs)
      .execute()
    return findList(tx, ref)
  })
}

async function insertMembers(tx: Transaction, { customerId, listId }: ListRef, contactIds: readonly number[]) {
  const ids = [...new Set(contactIds)]
  if (ids.length === 0) return
  const { rows } = await sql<{ id: number }>`
    select id from contacts where customer_id = ${customerId} and id = any(${ids}::bigint[]) for key share`.execute(tx)
  if (rows.length < ids.length) throw new AppError('contact.notFound')
  await tx
    .insertInto('contact_list_members')
    .values(ids.map((id) => ({ customer_id: customerId, list_id: listId, contact_id: id })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

async function refusingTakenName<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    if (violatedConstraint(error) === 'contact_lists_name') throw new AppError('contact.listNameTaken', { field: 'list.name' })
    throw error
  }
}
