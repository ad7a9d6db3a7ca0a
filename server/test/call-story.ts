import { Right } from '@regie/contract/right-codes.ts'
import { answerQueues } from '../src/modules/communications/queue/answer-queues.ts'
import { missOffer } from '../src/modules/communications/queue/offers.ts'
import { enterQueue, leaveQueue } from '../src/modules/communications/queue/queue-calls.ts'
import { endAgentCalls } from '../src/modules/teams/agent-calls.ts'
import { type AgentRef, setAgentStatus } from '../src/modules/teams/agent-status.ts'
import { endDeskCalls } from '../src/modules/teams/desk-calls.ts'
import { keepAgents } from '../src/modules/teams/keep-agents.ts'
import type { ChosenStatus } from '@regie/contract/agent-status.ts'
import type { Staff } from './builders.ts'
import type { TestApp } from './open-test-app.ts'

export type CallStory = Awaited<ReturnType<typeof openCallStory>>

/** A customer with two teams and a queue of each, whose calls go through the functions that the exchange and the engine call. */
export async function openCallStory(app: TestApp, rights: readonly number[] = [Right.viewCases]) {
  const { db, clock, services } = app
  const { id: customerId } = await app.build.customer()
  const of = { customer_id: customerId }
  const agents: Staff[] = []
  for (let at = 0; at < 3; at++) agents.push(await app.build.staff({ rights, customers: [customerId] }))
  const places: { teamId: number; queueId: number; batch: Awaited<ReturnType<TestApp['build']['batch']>> }[] = []
  for (const name of ['Incasso', 'Regelingen']) {
    const batch = await app.build.batch({ customerId })
    const team = await db
      .insertInto('teams')
      .values({ ...of, name })
      .returning('id')
      .executeTakeFirstOrThrow()
    const queue = await db
      .insertInto('queues')
      .values({ ...of, team_id: team.id, name: `Wachtrij ${name}` })
      .returning('id')
      .executeTakeFirstOrThrow()
    const members = agents.map(({ userId }) => ({ ...of, team_id: team.id, user_id: userId }))
    await db.insertInto('team_members').values(members).execute()
    const served = members.map((member) => ({ ...member, queue_id: queue.id }))
    await db.insertInto('queue_members').values(served).execute()
    await db
      .insertInto('queue_scripts')
      .values({ ...of, script_id: batch.script.id, queue_id: queue.id })
      .execute()
    places.push({ teamId: team.id, queueId: queue.id, batch })
  }
  const queueIds = places.map(({ queueId }) => queueId)
  const refOf = ({ userId }: Staff): AgentRef => ({ customerId, userId })

  async function enter(place = 0): Promise<{ id: number; caseId: number }> {
    const batch = places[place]?.batch
    const one = await app.build.case({ ...(batch && { batch }) })
    const message = { channel: 'call', provider: 'simulated-voice', simulated: true, recipient: '+31612345678', state: 'sent' }
    const { id } = await db
      .insertInto('communications')
      .values({
        ...{ ...of, ...message, case_id: one.id, batch_id: one.batchId },
        ...{ idempotency_key: `story:${one.id}`, provider_ref: `story-${one.id}`, queued_at: clock.now() },
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await db.transaction().execute((tx) => enterQueue(tx, { customerId, id }, clock.now()))
    return { id, caseId: one.id }
  }

  /** They hang up; `noAgent`: the phone of the agent rang out. */
  async function hangUp(id: number, noAgent = false) {
    await db.updateTable('communications').set({ delivery: 'answered', delivered_at: clock.now() }).where('id', '=', id).execute()
    await db.transaction().execute(async (tx) => {
      if (noAgent) {
        const ringing = { rings_until: clock.now() }
        await tx.updateTable('queue_calls').set(ringing).where('communication_id', '=', id).where('state', '=', 'answered').execute()
        await missOffer(tx, { customerId, id }, clock.now())
      }
      await leaveQueue(tx, { customerId, id }, clock.now())
      await endDeskCalls(tx, { customerId, id }, clock.now())
    })
  }

  /** An agent says how they stand, and is logged in by it. */
  const stand = (agent: Staff, to: ChosenStatus, loginAt: Date | null = clock.now()) =>
    db
      .transaction()
      .execute((tx) => setAgentStatus(tx, refOf(agent), { to, cause: 'person', at: clock.now(), keep: { loginAt, queueIds } }))

  /** What the engine does each second. */
  async function turn() {
    await db.updateTable('agents').set({ seen_at: clock.now() }).where('customer_id', '=', customerId).execute()
    await endAgentCalls(db, clock.now())
    await keepAgents(db, clock.now())
    await answerQueues(services)
  }

  const reader = (rights: readonly number[] = [Right.reportCalls, Right.reportAgents, Right.exportReports, Right.viewCases]) =>
    app.build.staff({ rights, customers: [customerId] })
  return { customerId, places, queueIds, agents, enter, hangUp, stand, turn, reader }
}
