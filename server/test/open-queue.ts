import type { EngineHarness } from './engine-harness.ts'

/** A team of two with a queue to which the script of this case puts through, five at once; everybody else is away. */
export async function openQueue(h: EngineHarness, { customerId, caseId }: { customerId: number; caseId: number }) {
  const { script_id } = await h.db
    .selectFrom('cases as c')
    .innerJoin('batches as b', (join) => join.onRef('b.customer_id', '=', 'c.customer_id').onRef('b.id', '=', 'c.batch_id'))
    .select('b.script_id')
    .where('c.id', '=', caseId)
    .executeTakeFirstOrThrow()
  const of = { customer_id: customerId }
  await h.db.deleteFrom('queue_scripts').where('customer_id', '=', customerId).execute()
  await h.db.updateTable('scripts').set({ max_lines: 50, max_transfers: 5 }).where('id', '=', script_id).execute()
  await h.db.updateTable('agents').set({ login_at: null, status: 'away' }).execute()
  const stamp = `${caseId}`
  const team = await h.db
    .insertInto('teams')
    .values({ ...of, name: `Team ${stamp}` })
    .returning('id')
    .executeTakeFirstOrThrow()
  const queue = await h.db
    .insertInto('queues')
    .values({ ...of, team_id: team.id, name: `Vragen ${stamp}` })
    .returning('id')
    .executeTakeFirstOrThrow()
  await h.db
    .insertInto('queue_scripts')
    .values({ ...of, script_id, queue_id: queue.id })
    .execute()
  const users = await h.db
    .insertInto('users')
    .values(['a', 'b'].map((name) => ({ username: `${name}${stamp}` })))
    .returning('id')
    .execute()
  const agentIds = users.map(({ id }) => id)
  for (const [at, id] of agentIds.entries())
    await h.db
      .updateTable('contacts')
      .set({ email: `${at}${stamp}@x.example`, first_name: at === 0 ? 'A' : 'B' })
      .where('user_id', '=', id)
      .execute()
  const members = agentIds.map((user_id) => ({ ...of, team_id: team.id, user_id }))
  await h.db.insertInto('team_members').values(members).execute()
  await h.db
    .insertInto('queue_members')
    .values(members.map((member) => ({ ...member, queue_id: queue.id })))
    .execute()
  return { scriptId: script_id, queueId: queue.id, agentIds }
}
