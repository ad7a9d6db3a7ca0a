import { answerQueues } from '../src/modules/communications/queue/answer-queues.ts'
import { endRefused } from '../src/modules/communications/queue/end-refused.ts'
import { sweepQueues } from '../src/modules/communications/queue/queue-calls.ts'
import { openOutbox } from '../src/modules/communications/outbox.ts'
import { sweepLive } from '../src/modules/case-runs/live-cases.ts'
import { keepPaces } from '../src/modules/dialing/keep-paces.ts'
import { endAgentCalls } from '../src/modules/teams/agent-calls.ts'
import { setAgentStatus } from '../src/modules/teams/agent-status.ts'
import { keepAgents } from '../src/modules/teams/keep-agents.ts'
import type { PostWebhook } from '../src/gateways/simulated-events.ts'
import type { Gateways } from '../src/gateways/gateways.ts'
import type { VoiceGateway } from '../src/gateways/voice/voice-gateway.ts'
import { type EngineHarness, endStep } from './engine-harness.ts'

export type HourPlan = { minutes: number; cases: number; agents: number; lines: number; transfers: number }

/** What the exchange knows of one call; moments in milliseconds. `connected`: the moments at which an agent was put through to them. */
export type LoggedCall = {
  id: string
  to: string
  placed: number
  asked: number | null
  connected: { at: number; agent: string }[]
  ended: number | null
  answer: string
}
export type HourLog = Awaited<ReturnType<typeof playHour>>

const call = { kind: 'call', key: 'call', next: 'end', settings: { template: 'call', attemptsMax: 3, retryMinutes: 15 } } as const

/**
 * So many minutes of a script that dials predictively for a queue of agents, second by second: everything that an engine repeats, on the simulated exchange
 * with its debtors. Beside the product the exchange's own log is written down. After it the batch dials no more, and what is under way comes to its end.
 */
export async function playHour(h: EngineHarness, plan: HourPlan) {
  const { db, clock } = h
  const script = await h.buildScript({ profile: 'incasso_wki', steps: [call, endStep], maxLines: plan.lines })
  const batch = await h.buildBatch(
    script,
    Array.from({ length: plan.cases }, (_, at) => ({ mobile: `+316${10_000_000 + at * 7}` })),
  )
  const of = { customer_id: batch.customerId }
  const { id: team } = await db
    .insertInto('teams')
    .values({ ...of, name: 'Incasso' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { id: queue } = await db
    .insertInto('queues')
    .values({ ...of, team_id: team, name: 'Incasso' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const agents = await db
    .insertInto('users')
    .values(Array.from({ length: plan.agents }, (_, at) => ({ username: `agent${at}` })))
    .returning(['id', 'username'])
    .execute()
  const members = agents.map(({ id }) => ({ ...of, team_id: team, user_id: id }))
  await db.insertInto('team_members').values(members).execute()
  await db
    .insertInto('queue_members')
    .values(members.map((member) => ({ ...member, queue_id: queue })))
    .execute()
  await db
    .insertInto('queue_scripts')
    .values({ ...of, script_id: batch.scriptId, queue_id: queue })
    .execute()
  await db.updateTable('scripts').set({ dialing: 'predictive', max_transfers: plan.transfers }).where('id', '=', batch.scriptId).execute()
  // As an installation that has stood for a day; a database of minutes has no figures to plan with.
  await h.owner.pool.query('analyze')
  for (const { id: userId } of agents)
    await db
      .transaction()
      .execute((tx) =>
        setAgentStatus(
          tx,
          { customerId: batch.customerId, userId },
          { to: 'available', cause: 'person', at: clock.now(), keep: { loginAt: clock.now(), queueIds: [queue] } },
        ),
      )

  const calls = new Map<string, LoggedCall>()
  const services = { ...h.services, gateways: watched(h.gateways, calls, () => clock.now().getTime()) }
  const outbox = openOutbox(services, h.engineId, 'call')
  const post: PostWebhook = (provider, body, headers) => {
    for (const event of (JSON.parse(body) as { events: ExchangeEvent[] }).events) note(calls, event, clock.now().getTime())
    return h.post(provider, body, headers)
  }
  const seen = { lines: 0, waiting: 0 }

  async function second(at: number) {
    if (at % 60 === 0) await db.updateTable('agents').set({ seen_at: clock.now() }).where('customer_id', '=', batch.customerId).execute()
    while ((await h.gateways.simulatedEvents.sendDue(post)) > 0);
    while ((await h.turn()) > 0);
    await outbox.drain()
    await answerQueues(services)
    await endRefused(services)
    await endAgentCalls(db, clock.now())
    await keepAgents(db, clock.now())
    await keepPaces(db, clock.now())
    await sweepLive(db, clock.now())
    if (at % 10 === 0) await sweepQueues(db, clock.now())
    const waiting = await db
      .selectFrom('queue_calls')
      .select((eb) => eb.fn.countAll<number>().as('n'))
      .where('state', '=', 'waiting')
      .executeTakeFirstOrThrow()
    seen.waiting = Math.max(seen.waiting, waiting.n)
    seen.lines = Math.max(seen.lines, [...calls.values()].filter(({ ended }) => ended === null).length)
    clock.advance(1_000)
  }

  const began = clock.now()
  for (let at = 0; at < plan.minutes * 60; at++) await second(at)
  const ended = clock.now()
  await db.updateTable('batches').set({ dialer_on: false }).where('id', '=', batch.batchId).execute()
  const isOn = () => [...calls.values()].some((one) => one.ended === null)
  for (let at = 0; at < 20 * 60 && (isOn() || at < 90); at++) await second(at)
  return { ...batch, queue, agents, calls: [...calls.values()], began, ended, seen }
}

type ExchangeEvent = { providerRef: string; state: string; live?: string; answer?: string }

/** Told again, an event is noted once. */
function note(calls: Map<string, LoggedCall>, { providerRef, state, live, answer }: ExchangeEvent, at: number) {
  const one = calls.get(providerRef)
  if (!one || one.ended !== null) return
  if (live === 'transferring') one.asked ??= at
  if (state !== 'live') Object.assign(one, { ended: at, answer })
}

/** The same gateways, of which the telephone says what it is asked. */
function watched(gateways: Gateways, calls: Map<string, LoggedCall>, now: () => number): Gateways {
  const watch = (voice: VoiceGateway): VoiceGateway => ({
    ...voice,
    async send(outgoing) {
      const taken = await voice.send(outgoing)
      const { id, to } = outgoing
      calls.set(taken.providerRef, { id, to, placed: now(), asked: null, connected: [], ended: null, answer: '' })
      return taken
    },
    async connect(providerRef, agent, ringSeconds) {
      await voice.connect(providerRef, agent, ringSeconds)
      calls.get(providerRef)?.connected.push({ at: now(), agent })
    },
  })
  const gatewayOf: Gateways['gatewayOf'] = (channel, provider) => {
    const gateway = gateways.gatewayOf(channel, provider)
    return (channel === 'call' ? watch(gateway as VoiceGateway) : gateway) as typeof gateway
  }
  return { ...gateways, gatewayOf }
}
