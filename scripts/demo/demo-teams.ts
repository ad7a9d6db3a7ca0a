import type { Transaction } from '../../server/src/platform/db/database.ts'

/** Simulated colleagues who answer calls in shifts; nobody signs in by these names. Their address keeps them out of the past, in which they answered calls of queues and did nothing else. */
export const demoAgents = [
  { username: 'noor', firstName: 'Noor', lastName: 'Bakker' },
  { username: 'sem', firstName: 'Sem', lastName: 'de Wit' },
  { username: 'iris', firstName: 'Iris', lastName: 'Kok' },
  { username: 'daan', firstName: 'Daan', lastName: 'Mulder' },
  { username: 'fatima', firstName: 'Fatima', lastName: 'Aydın' },
].map((agent) => ({ ...agent, email: `${agent.username}@team.demo.example`, groups: ['Medewerker'] }))

const queues = [
  { name: 'Regelingen', number: '201', priority: 3, target_seconds: 20 },
  { name: 'Vragen', number: '202', priority: 5, target_seconds: 30 },
]

/** A team of who works on cases, and a queue for each of these scripts. */
export async function insertTeam(tx: Transaction, customerId: number, scriptIds: readonly number[]) {
  const agents = await tx
    .selectFrom('users')
    .select('id')
    .where('username', 'in', [...demoAgents.map(({ username }) => username), 'amira', 'joost', 'lisa', 'medewerker'])
    .execute()
  const { id: teamId } = await tx
    .insertInto('teams')
    .values({ customer_id: customerId, name: 'Incasso' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const members = agents.map(({ id }) => ({ customer_id: customerId, team_id: teamId, user_id: id }))
  await tx.insertInto('team_members').values(members).execute()
  for (const [at, scriptId] of scriptIds.entries()) {
    const { id: queueId } = await tx
      .insertInto('queues')
      .values({ customer_id: customerId, team_id: teamId, name: '', ...queues[at % queues.length] })
      .returning('id')
      .executeTakeFirstOrThrow()
    await tx
      .insertInto('queue_members')
      .values(members.map((member) => ({ ...member, queue_id: queueId })))
      .execute()
    await tx.insertInto('queue_scripts').values({ customer_id: customerId, script_id: scriptId, queue_id: queueId }).execute()
  }
}
