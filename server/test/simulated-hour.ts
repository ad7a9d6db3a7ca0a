import { answerQueues } from '../src/modules/communications/queue/answer-queues.ts'
import { endRefused } from '../src/modules/communications/queue/end-refused.ts'
import { sweepQueues } from '../src/modules/communications/queue/queue-calls.ts'
import { openOutbox } from '../src/modules/communications/outbox.ts'
import { endOverdueOffers } from '../src/modules/communications/queue/offers.ts'
import { sweepLive } from '../src/modules/case-runs/live-cases.ts'
import { keepPaces } from '../src/modules/dialing/keep-paces.ts'
import { endAgentCalls } from '../src/modules/teams/agent-calls.ts'
import { setAgentStatus } from '../src/modules/teams/agent-status.ts'
import { keepAgents } from '../src/modules/teams/keep-agents.ts'
import type { PostWebhook } from '../src/gateways/simulated-events.ts'
import { CallUnknown } from '../src/gateways/gateway-errors.ts'
import { shareOf } from '../src/gateways/simulated-provider.ts'
import { signWebhook, webhookKey } from '../src/gateways/webhook-signature.ts'
import type { Gateways } from '../src/gateways/gateways.ts'
import type { VoiceGateway } from '../src/gateways/voice/voice-gateway.ts'
import { type EngineHarness, endStep } from './engine-harness.ts'

export type HourPlan = { minutes: number; cases: number; agents: number; lines: number; transfers: number }

/** The phone of an agent, for one call: until it was picked up, rang out, or the person was gone. */
type Ringing = { agent: string; at: number; until: number; outcome: 'picked' | 'missed' | 'left' }

/** What the exchange knows of one call; moments in milliseconds. `connected`: the moments at which an agent was put through to them. */
export type LoggedCall = {
  ref: string
  id: string
  to: string
  placed: number
  asked: number | null
  rang: Ringing[]
  connected: { at: number; agent: string }[]
  ended: number | null
  answer: string
}
export type HourLog = Awaited<ReturnType<typeof playHour>>

// Most pick up within some seconds; a few are not at their desk, and come back some time later.
const pickUpSeconds = { least: 1, most: 8 }
const missedShare = 0.06
const backAfterMs = 45_000

const provider = 'simulated-voice'
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
  // A number of the customer's own: there the phones of agents ring.
  await db
    .insertInto('providers')
    .values({
      ...of,
      ...{ channel: 'call', kind: 'simulated', name: 'Lijn', settings: JSON.stringify({ kind: 'simulated' }), is_default: true },
    })
    .execute()
  // As an installation that has stood for a day; a database of minutes has no figures to plan with.
  await h.owner.pool.query('analyze')
  const isThere = (userId: number) =>
    db
      .transaction()
      .execute((tx) =>
        setAgentStatus(
          tx,
          { customerId: batch.customerId, userId },
          { to: 'available', cause: 'person', at: clock.now(), keep: { loginAt: clock.now(), queueIds: [queue] } },
        ),
      )
  for (const { id } of agents) await isThere(id)

  const calls = new Map<string, LoggedCall>()
  const now = () => clock.now().getTime()
  const ringing = new Set<LoggedCall>()
  const gone: { userId: number; back: number }[] = []
  const services = { ...h.services, gateways: watched(h.gateways, { calls, ringing, now }) }
  const outbox = openOutbox(services, h.engineId, 'call')
  const post: PostWebhook = (provider, body, headers) => {
    for (const event of (JSON.parse(body) as { events: ExchangeEvent[] }).events) note(calls, event, now())
    return h.post(provider, body, headers)
  }
  const seen = { lines: 0, waiting: 0 }

  async function say(event: object) {
    const body = JSON.stringify({ events: [event] })
    const isTaken = await h.post(provider, body, signWebhook(webhookKey(h.services.config.secretKey, provider), body, clock.now()))
    if (!isTaken) throw new Error(`what the exchange said was not taken: ${body}`)
  }

  /** Phones that ring are picked up, ring out, or are silent since the person hung up. */
  async function settleRinging() {
    for (const one of ringing) {
      const last = one.rang.at(-1)
      if (!last || (one.ended === null && last.until > now())) continue
      ringing.delete(one)
      if (one.ended !== null) Object.assign(last, { until: one.ended, outcome: 'left' })
      else if (last.outcome === 'picked') {
        await h.gateways.gatewayOf('call', null).connect(one.ref, last.agent, 0)
        one.connected.push({ at: now(), agent: last.agent })
        await say({ eventKey: `${one.ref}:talking:${one.rang.length}`, providerRef: one.ref, state: 'talking' })
      } else {
        const userId = agents.find(({ username }) => username === last.agent)?.id ?? 0
        gone.push({ userId, back: now() + backAfterMs })
        await say({ eventKey: `${one.ref}:agentMissed:${one.rang.length}`, providerRef: one.ref, state: 'agentMissed' })
      }
    }
    while (gone[0] && gone[0].back <= now()) await isThere(gone.shift()?.userId ?? 0)
  }

  async function second(at: number) {
    if (at % 60 === 0) await db.updateTable('agents').set({ seen_at: clock.now() }).where('customer_id', '=', batch.customerId).execute()
    while ((await h.gateways.simulatedEvents.sendDue(post)) > 0);
    await settleRinging()
    // What autovacuum does where time passes: the plans of the first second are made for tables that are empty.
    for (let turns = 0; (await h.turn()) > 0; turns++) if (at === 0 && turns % 25 === 0) await h.owner.pool.query('analyze')
    await outbox.drain()
    await answerQueues(services)
    await endRefused(services)
    await endOverdueOffers(services)
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

type Watch = { calls: Map<string, LoggedCall>; ringing: Set<LoggedCall>; now: () => number }

/** The same gateways, of which the telephone says what it is asked; the phones of agents ring here. */
function watched(gateways: Gateways, { calls, ringing, now }: Watch): Gateways {
  const watch = (voice: VoiceGateway): VoiceGateway => ({
    ...voice,
    async send(outgoing) {
      const taken = await voice.send(outgoing)
      const { id, to } = outgoing
      const ref = taken.providerRef
      calls.set(ref, { ref, id, to, placed: now(), asked: null, rang: [], connected: [], ended: null, answer: '' })
      return taken
    },
    async connect(providerRef, agent, ringSeconds) {
      const one = calls.get(providerRef)
      if (!one) throw new CallUnknown('no such call')
      const chance = (purpose: string) => shareOf(`${providerRef}:${one.rang.length}`, purpose)
      const isMissed = chance('missed') < missedShare
      const { least, most } = pickUpSeconds
      const seconds = isMissed ? ringSeconds : least + Math.round((most - least) * chance('pickUp'))
      one.rang.push({ agent, at: now(), until: now() + seconds * 1_000, outcome: isMissed ? 'missed' : 'picked' })
      ringing.add(one)
    },
    // Each phone that rings says what became of it.
    endRinging: () => Promise.resolve('ended'),
  })
  const gatewayOf: Gateways['gatewayOf'] = (channel, from) => {
    const gateway = gateways.gatewayOf(channel, from)
    return (channel === 'call' ? watch(gateway as VoiceGateway) : gateway) as typeof gateway
  }
  return { ...gateways, gatewayOf }
}
