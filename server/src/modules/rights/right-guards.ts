import { customerOfRight, Right } from '@regie/contract/right-codes.ts'
import { sql } from 'kysely'
import { AppError } from '../../platform/app-error.ts'
import type { Transaction } from '../../platform/db/database.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { maySeeRight } from './group-queries.ts'

// Any number, as long as nobody else uses it.
const lockNumber = 4_300_003

/** Who changes rights, with what he holds at this moment. */
export type Granter = { caller: Caller; held: ReadonlySet<number>; indispensable: readonly number[] }

/**
 * Begins a change of who may do what. Such changes come one after the other, over all customers: two managers who take each other's rights at
 * once cannot both succeed. What the caller held when his request came in may be gone by now, so it is read anew.
 */
export async function beginRightsChange(tx: Transaction, caller: Caller, wanted: number): Promise<Granter> {
  await sql`select pg_advisory_xact_lock(${lockNumber})`.execute(tx)
  const { rows } = await sql<{ held: number[] | null; indispensable: number[] }>`
    select to_json(active_rights_of(${caller.userId})) as held, to_json(count_indispensable()) as indispensable`.execute(tx)
  const held = new Set(rows[0]?.held ?? [])
  if (!held.has(wanted)) throw new AppError('error.rightMissing')
  return { caller, held, indispensable: rows[0]?.indispensable ?? [] }
}

/**
 * Ends it: somebody must be left who can let others in, who can end maintenance and who holds every right, as far as there was; and nobody locks
 * himself out without saying that he means it.
 */
export async function endRightsChange(tx: Transaction, { caller, held, indispensable }: Granter, isConfirmed = false): Promise<void> {
  const { rows } = await sql<{ held: number[] | null; indispensable: number[] }>`
    select to_json(rights_of(${caller.userId})) as held, to_json(count_indispensable()) as indispensable`.execute(tx)
  if (rows[0]?.indispensable.some((count, i) => count === 0 && indispensable[i] !== 0)) throw new AppError('user.lastAdministrator')
  const left = new Set(rows[0]?.held ?? [])
  const lost = [...held].filter((code) => !left.has(code) && opensDoors(code))
  if (lost.length > 0 && !isConfirmed) throw new AppError('right.wouldLockYouOut', { params: { codes: listed(lost) } })
}

const doors: readonly number[] = [Right.changeUsers, Right.changeGroups, Right.systemStatus]
const opensDoors = (code: number) => doors.includes(code) || customerOfRight(code) !== null

/** Nobody gives a right that they do not hold. Which customers somebody else serves is not shown. */
export function mustHoldAll({ caller, held }: Granter, codes: Iterable<number>): void {
  const missing = [...codes].filter((code) => !held.has(code))
  if (missing.length > 0)
    throw new AppError('right.notYours', { params: { codes: listed(missing.filter((code) => maySeeRight(caller, code))) } })
}

/** Who holds a right that the manager lacks stands above him: he may not change, lock or take over that account. */
export async function mustStandAbove(tx: Transaction, granter: Granter, userIds: readonly number[]): Promise<void> {
  const { rows } = await sql<{ code: number }>`
    select distinct code
    from unnest(${[...userIds]}::bigint[]) as u(id)
    cross join lateral unnest(rights_of(u.id)) as r(code)`.execute(tx)
  mustHoldAll(
    granter,
    rows.map((row) => row.code),
  )
}

/** The same for all members of a group that is about to lose something, also those that the manager does not see. */
export async function mustStandAboveMembers(tx: Transaction, granter: Granter, groupId: number): Promise<void> {
  const members = await tx.selectFrom('right_group_members').select('user_id').where('group_id', '=', groupId).execute()
  await mustStandAbove(
    tx,
    granter,
    members.map((member) => member.user_id),
  )
}

const listed = (codes: number[]) => codes.sort((a, b) => a - b).join(', ')
