import type { ListingScope } from '@regie/contract/blacklist.ts'
import { Right } from '@regie/contract/right-codes.ts'
import { type RawBuilder, sql } from 'kysely'
import { AppError } from '../../../platform/app-error.ts'
import { allowAllCustomers } from '../../../platform/db/scope.ts'
import type { Transaction } from '../../../platform/db/database.ts'
import type { Caller } from '../../../platform/http/caller.ts'
import type { KeptAddress } from '../../cases/search/list-cases-with.ts'
import { addressesListed, addressesReleased } from './blacklist-changed.ts'

type Ended = KeptAddress & { customerId: number }
type Ending = { by: string; reason: string; at: Date }
/** An entry, or all those of the whole installation that are one. */
export type EntryKey = { id: number; systemKey: string | null }

/** What holds for the whole installation is for who keeps it. */
export function mustMayChange({ rights }: Caller, scope: ListingScope): void {
  if (scope === 'system' && !rights.includes(Right.systemStatus)) throw new AppError('error.rightMissing')
}

// Any number of our own; the customer is the second key, 0 the whole installation.
const lockNumber = 4_300_084

/** Who list or put back the same address at the same moment come one after the other. */
export async function lockListings(tx: Transaction, customerId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(${lockNumber}::int, ${customerId}::int)`.execute(tx)
}

/** Takes an entry off, of the whole installation with every customer's row of it; cases that it held are looked at now. Answers how many rows ended. */
export async function endEntries(tx: Transaction, { id, systemKey }: EntryKey, ending: Ending): Promise<number> {
  if (systemKey === null) return endEntriesOf(tx, sql`b.id = ${id}`, ending)
  await allowAllCustomers(tx)
  return endEntriesOf(tx, sql`b.system_key = ${systemKey}::uuid`, ending)
}

/** The same for many entries at once, none of them of the whole installation. */
export function endManyEntries(tx: Transaction, ids: readonly number[], ending: Ending): Promise<number> {
  return endEntriesOf(tx, sql`b.id = any(${ids}::bigint[])`, ending)
}

async function endEntriesOf(tx: Transaction, which: RawBuilder<unknown>, { by, reason, at }: Ending): Promise<number> {
  const { rows } = await sql<Ended>`
    update blacklist b
    set kept_until = b.expires_at, expires_at = ${at}, removed_at = ${at}, removed_by = ${by},
      removed_reason = ${reason}
    where ${which}
      and b.removed_at is null
      and (b.expires_at is null or b.expires_at > ${at})
    returning b.customer_id as "customerId", b.kind, b.value`.execute(tx)
  for (const [customerId, ended] of Map.groupBy(rows, (row) => row.customerId)) await addressesReleased(tx, customerId, ended, at)
  return rows.length
}

type Removal = EntryKey & { customerId: number; removedAt: Date }

/** A removal by hand is undone: the entry stands there again, until when it stood before. Where the address was listed anew meanwhile, that entry stands alone. */
export async function standAgain(tx: Transaction, { customerId: own, id, systemKey, removedAt }: Removal, now: Date): Promise<number> {
  await lockListings(tx, systemKey === null ? own : 0)
  if (systemKey !== null) await allowAllCustomers(tx)
  const { rows } = await sql<Ended>`
    update blacklist b
    set expires_at = kept_until, kept_until = null, removed_at = null, removed_by = null, removed_reason = null
    where ${systemKey === null ? sql`b.id = ${id}` : sql`b.system_key = ${systemKey}::uuid`}
      and b.removed_at = ${removedAt}
      and not exists (
        select from blacklist l
        where l.customer_id = b.customer_id and l.kind = b.kind and l.value = b.value and l.removed_at is null
          and (l.expires_at is null or l.expires_at > ${now})
          and case
            when b.system_key is not null then l.system_key is not null
            else l.script_id is null or l.script_id is not distinct from b.script_id
          end)
    returning b.customer_id as "customerId", b.kind, b.value`.execute(tx)
  for (const [customerId, back] of Map.groupBy(rows, (row) => row.customerId)) await addressesListed(tx, customerId, back, now)
  return rows.length
}
