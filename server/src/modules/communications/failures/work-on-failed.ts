import type { Retention } from '@regie/contract/case-actions.ts'
import type { FailureWork } from '@regie/contract/failed-messages.ts'
import { Right } from '@regie/contract/right-codes.ts'
import { sql } from 'kysely'
import { AppError } from '../../../platform/app-error.ts'
import type { Transaction } from '../../../platform/db/database.ts'
import { type Caller, mustAccessCustomer } from '../../../platform/http/caller.ts'
import type { Services } from '../../../services.ts'
import { insertEntries, readAddress } from '../../arrangements/blacklist/add-entry.ts'
import { openUndoEntry } from '../../undo-entries/open-undo-entry.ts'
import { hasFailed } from '../reported/message-outcomes.ts'
import { retryMessage } from './retry-message.ts'

type Chosen = { customerID: number; communicationIDs: readonly number[] }

/** Sends each of these once more where it may go; `isAsked` finds that out and sends nothing. */
export async function retryMany(
  services: Services,
  caller: Caller,
  { customerID: customerId, communicationIDs }: Chosen,
  isAsked: boolean,
): Promise<FailureWork> {
  mustAccessCustomer(caller, customerId, 'customer.notFound')
  const ids = await findFailed(services, customerId, communicationIDs)
  const outcomes: string[] = []
  // One after the other: each locks its case, and what has gone counts for the next of the same person.
  for (const { id } of ids) outcomes.push(await retryOne(services, caller, id, isAsked))
  const left = communicationIDs.length - ids.length
  return workOf([...outcomes, ...Array.from({ length: left }, () => 'message.notFailed')])
}

async function retryOne(services: Services, caller: Caller, id: number, isAsked: boolean): Promise<string> {
  try {
    const { communicationID } = await retryMessage(services, caller, id, { isAsked })
    return communicationID === null ? 'retried' : ''
  } catch (error) {
    if (error instanceof AppError) return error.code
    throw error
  }
}

/** Lists the addresses of these messages as unusable; `isAsked` counts them and lists none. */
export async function listMany(
  { db, clock }: Services,
  caller: Caller,
  { customerID: customerId, communicationIDs, retention }: Chosen & { retention: Retention },
  isAsked: boolean,
): Promise<FailureWork> {
  mustAccessCustomer(caller, customerId, 'customer.notFound')
  const found = await findFailed({ db }, customerId, communicationIDs)
  // What a message went to has its country code already.
  const addresses = [...new Set(found.map(({ recipient }) => recipient.toLowerCase()))].map((recipient) => readAddress(recipient, ['NL']))
  const good = addresses.flatMap((address) => ('why' in address ? [] : address))
  const at = clock.now()
  const listing = { customerID: customerId, reason: 'unusable', retention, scope: 'customer' as const, scriptID: null, note: '' }
  const listed = await withUndo(isAsked, db, async (tx) => {
    const entries = good.length === 0 ? [] : await insertEntries(tx, { ...listing, by: caller.username, at }, good)
    if (entries.length > 0)
      await openUndoEntry(tx, {
        ...{ customerId, userId: caller.userId, action: 'listing.add', name: '', right: Right.addToBlacklist, at },
        ...{ count: entries.length, before: { added: entries.map(({ id }) => id) } },
      })
    return entries.length
  })
  return workOf([
    ...Array.from({ length: listed }, () => ''),
    ...Array.from({ length: good.length - listed }, () => 'blacklist.duplicate'),
    ...Array.from({ length: addresses.length - good.length }, () => 'blacklist.valueInvalid'),
  ])
}

class OnlyAsked extends Error {
  readonly answer: number
  constructor(answer: number) {
    super('only asked')
    this.answer = answer
  }
}

// What is asked is what would be done: it is done and taken back before anybody can see it.
async function withUndo(isAsked: boolean, db: Services['db'], work: (tx: Transaction) => Promise<number>): Promise<number> {
  try {
    return await db.transaction().execute(async (tx) => {
      const answer = await work(tx)
      if (isAsked) throw new OnlyAsked(answer)
      return answer
    })
  } catch (error) {
    if (error instanceof OnlyAsked) return error.answer
    throw error
  }
}

function findFailed({ db }: Pick<Services, 'db'>, customerId: number, ids: readonly number[]) {
  return db
    .selectFrom('communications')
    .select(['id', 'recipient'])
    .where('customer_id', '=', customerId)
    .where('id', 'in', [...ids])
    .where(sql<boolean>`${sql.raw(hasFailed('communications'))}`)
    .orderBy('id')
    .execute()
}

function workOf(outcomes: readonly string[]): FailureWork {
  const counts = Map.groupBy(outcomes, (why) => why)
  const left = [...counts].filter(([why]) => why !== '').map(([why, same]) => ({ why, count: same.length }))
  return { done: counts.get('')?.length ?? 0, left: left.toSorted((one, other) => other.count - one.count) }
}
