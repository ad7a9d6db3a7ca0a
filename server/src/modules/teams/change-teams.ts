import type { RequestOf } from '@regie/contract/endpoint.ts'
import type { Team, teamApi } from '@regie/contract/teams.ts'
import { AppError } from '../../platform/app-error.ts'
import type { Db, Transaction } from '../../platform/db/database.ts'
import { type Caller, mustAccessCustomer } from '../../platform/http/caller.ts'
import type { Services } from '../../services.ts'
import { listAgentPeople, listTeams } from './team-queries.ts'

type NewTeam = RequestOf<typeof teamApi.create>['body']
type Change = RequestOf<typeof teamApi.change>['body']

/** Makes a team. */
export async function createTeam({ db }: Services, caller: Caller, { customerID, name, memberIDs }: NewTeam): Promise<Team> {
  mustAccessCustomer(caller, customerID, 'customer.notFound')
  return db.transaction().execute(async (tx) => {
    await mustBePeople(tx, customerID, memberIDs)
    const made = await tx
      .insertInto('teams')
      .values({ customer_id: customerID, name })
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst()
    if (!made) throw new AppError('team.nameTaken', { field: 'name' })
    await setMembers(tx, customerID, made.id, memberIDs)
    return shownTeam(tx, customerID, made.id)
  })
}

/** Renames a team and says who is in it, unless somebody did so since the caller looked. Who leaves it leaves its queues. */
export async function changeTeam({ db }: Services, caller: Caller, teamId: number, change: Change): Promise<Team> {
  const { name, memberIDs, version } = change
  const changed = await db.transaction().execute(async (tx) => {
    const team = await mustFindTeam(tx, caller, teamId)
    if (team.version !== version) return { customerId: team.customerId, isOld: true }
    await mustBePeople(tx, team.customerId, memberIDs)
    await mustBeFree(tx, team.customerId, teamId, name)
    await tx
      .updateTable('teams')
      .set({ name, version: version + 1 })
      .where('customer_id', '=', team.customerId)
      .where('id', '=', teamId)
      .execute()
    await setMembers(tx, team.customerId, teamId, memberIDs)
    return { customerId: team.customerId, isOld: false }
  })
  const current = await shownTeam(db, changed.customerId, teamId)
  if (changed.isOld) throw new AppError('error.conflict', { current })
  return current
}

/** Deletes a team. Its queues would have nobody: they go first, or get another team. */
export async function removeTeam({ db }: Services, caller: Caller, teamId: number): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const { customerId } = await mustFindTeam(tx, caller, teamId)
    const queue = await tx
      .selectFrom('queues')
      .select('name')
      .where('customer_id', '=', customerId)
      .where('team_id', '=', teamId)
      .executeTakeFirst()
    if (queue) throw new AppError('team.hasQueues', { params: { name: queue.name } })
    await tx.deleteFrom('teams').where('customer_id', '=', customerId).where('id', '=', teamId).execute()
  })
}

/** A team of the caller's customers, kept as it is until the transaction ends; any other is answered as one that is not there. */
export async function mustFindTeam(tx: Transaction, caller: Caller, teamId: number) {
  const found = await tx
    .selectFrom('teams')
    .select(['customer_id as customerId', 'version'])
    .where('id', '=', teamId)
    .where('customer_id', 'in', caller.customerIds.length === 0 ? [0] : caller.customerIds)
    .forUpdate()
    .executeTakeFirst()
  if (!found) throw new AppError('team.notFound')
  return found
}

async function shownTeam(db: Db, customerId: number, teamId: number): Promise<Team> {
  const [team] = await listTeams(db, customerId, teamId)
  if (!team) throw new AppError('team.notFound')
  return team
}

async function mustBeFree(tx: Transaction, customerId: number, teamId: number, name: string): Promise<void> {
  const other = await tx
    .selectFrom('teams')
    .select('id')
    .where('customer_id', '=', customerId)
    .where('id', '<>', teamId)
    .where((eb) => eb(eb.fn('lower', ['name']), '=', name.toLowerCase()))
    .executeTakeFirst()
  if (other) throw new AppError('team.nameTaken', { field: 'name' })
}

async function mustBePeople(tx: Transaction, customerId: number, userIds: readonly number[]): Promise<void> {
  const known = new Set((await listAgentPeople(tx, customerId)).map(({ userID }) => userID))
  if (userIds.some((id) => !known.has(id))) throw new AppError('team.personUnknown', { field: 'memberIDs' })
}

async function setMembers(tx: Transaction, customerId: number, teamId: number, userIds: readonly number[]): Promise<void> {
  await tx
    .deleteFrom('team_members')
    .where('customer_id', '=', customerId)
    .where('team_id', '=', teamId)
    .where('user_id', 'not in', userIds.length === 0 ? [0] : [...userIds])
    .execute()
  if (userIds.length === 0) return
  await tx
    .insertInto('team_members')
    .values([...new Set(userIds)].map((userId) => ({ customer_id: customerId, team_id: teamId, user_id: userId })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
