import { approvedText } from './approved-texts.ts'
import type { LastAnswer } from '@regie/contract/last-answer.ts'
import type { DeliveryNews } from '@regie/contract/channels.ts'
import type { Simulation } from '@regie/contract/time-machine.ts'
import { sql } from 'kysely'
import { nextAttemptsDays, nextAttemptsMax } from '@regie/contract/next-attempts.ts'
import { planAttempts } from '../src/engine/time-machine/next-attempts.ts'
import { takeTurn } from '../src/engine/engine.ts'
import { simulateScript } from '../src/engine/time-machine/simulate-script.ts'
import type { Gateways, SendChannel } from '../src/gateways/gateways.ts'
import { findSimulationSubject } from '../src/modules/case-runs/simulation-subject.ts'
import { listOpenBatches } from '../src/modules/case-runs/open-batches.ts'
import { handOverLetters } from '../src/modules/letters/hand-over.ts'
import { openOutbox } from '../src/modules/communications/outbox.ts'
import { closedOnAllChannels } from '../src/modules/contact-permission/whole-hours.ts'
import { payInSimulation } from '../src/modules/payment-links/pay-in-simulation.ts'
import type { EngineHarness } from './engine-harness.ts'
import type { AnyWorld } from './random-scripts.ts'

/** What is compared: the minute, what happened, at which step where a message is meant, why not and until when, and the words that left. */
export type Happening = { at: string; event: string; step: string; reason: string; nextAt: string; text: string }

const ringMs = 30_000
// An engine that is held without an end looks again every few minutes: so many looks are enough to see that nothing comes of them.
const hopsMax = 80
const newsOf: Partial<Record<LastAnswer, DeliveryNews>> = { mens: 'answered', voicemail: 'voicemail', technisch: 'failed' }

/** Plays a world with the time machine, and then lets an engine run the same case on a clock that hops from one due moment to the next. */
export async function playAndRun(
  h: EngineHarness,
  world: AnyWorld,
): Promise<{ played: Happening[]; run: Happening[]; end: Simulation['end'] }> {
  h.clock.set(world.from)
  const script = await h.buildScript({ ...world, maxLines: 50, templates })
  const { batchId, caseIds } = await h.buildBatch(script, [world.person])
  const place = { customerId: script.customerId, scriptId: script.scriptId, batchId, caseId: caseIds[0] ?? 0 }
  await addRules(h, world, place)
  await addHistory(h, world, script)
  const order = {
    ...place,
    versionId: script.versionId,
    steps: world.steps,
    subject: await findSimulationSubject(h.db, place.customerId, place.caseId),
  }
  const answers = { calls: world.calls, paysOnDay: world.paysOnDay }
  const simulation = await simulateScript(h.services, { ...order, from: world.from, days: world.days, answers })
  const reached = await runEngine(h, world, place)
  // The next world has the engine to itself.
  await sql`update batches set status = 'closed' where id = ${batchId}`.execute(h.db)
  await sql`delete from simulated_events`.execute(h.db)
  const { end } = simulation
  // Where nothing but a person helps, an engine looks now and then, and may find that it is night: nothing more may come of it.
  const last = simulation.moments.findLast(({ at }) => at < end.at)
  const stuckAt = end.kind === 'stuck' ? end.at : last?.event === 'held' && last.nextAt === null ? last.at : null
  const isLook = ({ at, event }: Happening) => stuckAt !== null && at > stuckAt && event === 'held'
  const upTo = (one: Happening) => one.at <= reached.toISOString() && !isLook(one)
  return {
    played: inOrder(simulation.moments.filter(isOfBoth).map(ofMoment).filter(upTo)),
    run: inOrder((await happenings(h, place)).filter(upTo)),
    end,
  }
}

/** Lets an engine run a world for a while, asks for the next attempts, and runs on: what was planned, and what came. */
export async function planAndRun(h: EngineHarness, world: AnyWorld, hops: number): Promise<{ planned: Planned[]; came: Planned[] }> {
  h.clock.set(world.from)
  const script = await h.buildScript({ ...world, maxLines: 50, templates })
  const { batchId, caseIds } = await h.buildBatch(script, [world.person])
  const place = { customerId: script.customerId, scriptId: script.scriptId, batchId, caseId: caseIds[0] ?? 0 }
  await addRules(h, world, place)
  await addHistory(h, world, script)
  await runEngine(h, { ...world, days: nextAttemptsDays }, place, hops)
  const from = h.clock.now()
  const known = (await happenings(h, place)).length
  const { attempts } = await planAttempts(h.services, place.customerId, place.caseId)
  const reached = await runEngine(h, { ...world, from, days: nextAttemptsDays }, place)
  const came = (await happenings(h, place)).slice(known).filter(({ event }) => /(Sent|Started|HandedOver)$/.test(event))
  await sql`update batches set status = 'closed' where id = ${batchId}`.execute(h.db)
  await sql`delete from simulated_events`.execute(h.db)
  const upTo = ({ at }: Planned) => at <= reached.toISOString()
  return {
    planned: attempts.map(({ at, step }) => ({ at, step })).filter(upTo),
    came: came.map(({ at, step }) => ({ at, step })).slice(0, nextAttemptsMax),
  }
}

type Planned = { at: string; step: string }

const body = (text: string) => ({ nl: { subject: 'Factuur', text } })
const templates = {
  mail: body('Beste {{naam}}, {{factuurnummer}}'),
  eigen: body('Kenmerk {{vrij1}}'),
  sms: body('Beste {{naam}}'),
  whatsapp: { nl: { subject: '', text: 'Beste {{naam}}', approved: approvedText('Beste {{1}}', ['naam']) } },
  call: body('Goedendag {{naam}}'),
}

type Place = { customerId: number; scriptId: number; batchId: number; caseId: number }

async function addRules(h: EngineHarness, { caps, fields, filter, blacklisted, quietDays }: AnyWorld, place: Place) {
  const { customerId, scriptId, caseId } = place
  const filled = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== ''))
  await sql`update cases set fields = ${JSON.stringify(filled)} where id = ${caseId}`.execute(h.db)
  await sql`
    insert into script_variables (customer_id, script_id, key, value)
    values (${customerId}, ${scriptId}, 'drukte', 'hoog'), (${customerId}, ${scriptId}, 'stad', ' utrecht ')`.execute(h.db)
  await sql`
    update template_revisions set options = options || '{"byPost": true}' where customer_id = ${customerId}`.execute(h.db)
  await sql`update customers set quiet_days_after_staff = ${quietDays} where id = ${customerId}`.execute(h.db)
  if (caps) await sql`update customers set contact_caps = ${JSON.stringify(caps)} where id = ${customerId}`.execute(h.db)
  if (filter)
    await sql`
      insert into script_filters (customer_id, script_id, name, rules, combine)
      values (${customerId}, ${scriptId}, 'Filter', ${JSON.stringify([filter])}, 'and')`.execute(h.db)
  if (blacklisted)
    await sql`
      insert into blacklist (customer_id, kind, value, retention, added_by)
      values (${customerId}, ${blacklisted.kind}, ${blacklisted.value}, '2y', 'ada')`.execute(h.db)
}

/** What reached the person before, about another case that is closed by now. */
async function addHistory(h: EngineHarness, { before, person, from }: AnyWorld, script: Awaited<ReturnType<EngineHarness['buildScript']>>) {
  const { customerId, batchId, caseIds } = await h.buildBatch(script, [person])
  await sql`update batches set status = 'closed' where id = ${batchId}`.execute(h.db)
  for (const [at, { hoursAgo, written, answered, byHand }] of before.entries()) {
    const moment = new Date(from.getTime() - hoursAgo * 3_600_000)
    const recipient = written ? (person.email ?? person.mobile) : (person.mobile ?? person.phone)
    if (recipient === null) continue
    await sql`
      insert into communications (customer_id, case_id, batch_id, channel, idempotency_key, state, recipient, provider,
        simulated, queued_at, started_at, sent_at, delivered_at, by_hand, delivery)
      values (${customerId}, ${caseIds[0]}, ${batchId}, ${written ? 'email' : 'call'}, ${`before:${batchId}:${at}`},
        'sent', ${recipient}, 'sim', true, ${moment}, ${moment}, ${moment}, ${moment}, ${byHand},
        ${written ? null : answered ? 'answered' : 'unanswered'})`.execute(h.db)
  }
}

/** Providers that take everything and tell nothing but how a call ended, which is what the time machine was given. */
function quietGateways(h: EngineHarness, calls: readonly LastAnswer[]): Gateways {
  const { gateways } = h
  let made = 0
  const taken = async ({ id }: { id: string }) => ({ providerRef: `taken-${id}` })
  const own = {
    email: { ...gateways.email, send: taken },
    sms: { ...gateways.sms, send: taken },
    whatsapp: { ...gateways.whatsapp, send: taken },
    call: {
      ...gateways.voice,
      async send({ id }: { id: string }) {
        const answer = calls[Math.min(made++, calls.length - 1)] ?? 'mens'
        const providerRef = `called-${id}`
        const news = { eventKey: providerRef, providerRef, state: newsOf[answer] ?? 'unanswered', answer }
        await gateways.simulatedEvents.schedule(gateways.voice.name, [{ afterMs: ringMs, event: news }])
        return { providerRef }
      },
    },
  }
  return {
    ...gateways,
    email: own.email,
    sms: own.sms,
    whatsapp: own.whatsapp,
    voice: own.call,
    gatewayOf: (channel) => own[channel] as never,
  }
}

/** Answers until when it ran. */
async function runEngine(h: EngineHarness, { from, days, calls, paysOnDay, steps }: AnyWorld, place: Place, hops = hopsMax): Promise<Date> {
  const services = { ...h.services, gateways: quietGateways(h, calls) }
  const outboxes = (['email', 'sms', 'whatsapp', 'call'] satisfies SendChannel[]).map((channel) =>
    openOutbox(services, h.engineId, channel),
  )
  const until = new Date(from.getTime() + days * 86_400_000)
  const sendsLetters = steps.some(({ kind }) => kind === 'send-letter')
  const paysAt = paysOnDay === null ? null : new Date(from.getTime() + paysOnDay * 86_400_000)
  for (let hop = 0; hop < hops; hop++) {
    const next = hop === 0 ? h.clock.now() : await nextMoment(h, place)
    if ((await h.caseOf(place.caseId)).status === 'closed') return until
    if (paysAt && paysAt < until && (next === null || paysAt <= next)) {
      h.clock.set(paysAt > h.clock.now() ? paysAt : h.clock.now())
      await h.db.transaction().execute((tx) => payInSimulation(tx, place, h.clock.now()))
      return until
    }
    if (next === null || next >= until) return new Date(until.getTime() - 1)
    h.clock.set(next)
    for (let ran = 1; ran > 0; ) {
      ran = await takeTurn(services, h.engineId, new Map())
      if (sendsLetters) await handOverLetters(services, new AbortController().signal)
      for (const outbox of outboxes) ran += await outbox.drain()
      ran += await h.gateways.simulatedEvents.sendDue(h.post)
    }
  }
  return h.clock.now()
}

async function nextMoment(h: EngineHarness, { batchId, customerId, caseId }: Place): Promise<Date | null> {
  const now = h.clock.now()
  const { rows } = await sql<{ at: Date | null }>`
    select min(at) as at from (
      select min(due_at) as at
      from case_runs
      where batch_id = ${batchId} and state in ('ready', 'sleeping') and due_at > ${now}
      union all
      select min(next_at)
      from outbox
      where batch_id = ${batchId} and state = 'queued' and next_at > ${now}
      union all
      select min(next_at) from letters
      where customer_id = ${customerId} and case_id = ${caseId} and state in ('drawing', 'queued') and next_at > ${now}
      union all
      select min(due_at) from simulated_events where due_at > ${now}) d`.execute(h.db)
  // What is due waits for the hours of its script.
  const opens = (await listOpenBatches(h.db, now))
    .filter((batch) => batch.batchId === batchId)
    .map(({ opening }) => closedOnAllChannels(opening, now)?.nextAt)
  const moments = [rows[0]?.at, ...opens].filter((at) => at != null)
  return moments.length === 0 ? null : new Date(Math.min(...moments.map((at) => at.getTime())))
}

// Only an engine tells apart when a message was queued and when it left; only the time machine tells that the whole script is closed.
const isOfBoth = ({ event, channel, params, reason, stepKind }: Simulation['moments'][number]) =>
  !event.endsWith('Queued') &&
  !(event === 'held' && channel === null && !('missing' in params) && reason !== 'staffContact' && !isOfLetter(stepKind, reason))
// Of a letter no hours are asked, and what holds it names no channel.
const isOfLetter = (stepKind: string, reason: string | null) =>
  stepKind === 'send-letter' && !/^(law[A-Z]|extraClosed$|outsideWindow$)/.test(reason ?? '')

const withoutLink = (text: string) => text.replaceAll(/\/p\/\S+/g, '/p/…')

function ofMoment({ at, event, step, reason, nextAt, message }: Simulation['moments'][number]): Happening {
  return {
    at,
    event,
    step: message === null ? '' : step,
    reason: reason ?? '',
    nextAt: nextAt ?? '',
    // A letter's words are in its PDF once it has left.
    text: event === 'letterHandedOver' ? '' : withoutLink(message?.text ?? ''),
  }
}

async function happenings(h: EngineHarness, { customerId, caseId }: Place): Promise<Happening[]> {
  const { rows } = await sql<{ at: Date; event: string; params: Record<string, string>; key: string | null; text: string | null }>`
    select t.at, t.event, t.params, coalesce(c.idempotency_key, l.idempotency_key) as key, m.text
    from timeline t
    left join communications c on c.customer_id = t.customer_id and c.id = t.communication_id
    left join communication_contents m on m.customer_id = c.customer_id
      and m.communication_id = c.id
      and m.queued_at = c.queued_at
    left join letters l on l.customer_id = t.customer_id and l.case_id = t.case_id and l.handed_at = t.at
      and t.event = 'letterHandedOver'
    where t.customer_id = ${customerId} and t.case_id = ${caseId}
    order by t.id`.execute(h.db)
  return rows
    .filter(({ event }) => !event.endsWith('Queued'))
    .map(({ at, event, params, key, text }) => {
      const isMessage = /(Sent|Started|HandedOver)$/.test(event)
      return {
        at: at.toISOString(),
        event,
        step: isMessage ? (key?.split(':')[2] ?? '') : '',
        reason: params['reason'] ?? '',
        nextAt: params['nextAt'] ?? '',
        text: isMessage ? withoutLink(text ?? '') : '',
      }
    })
}

// What happens at one moment has no order.
function inOrder(happened: readonly Happening[]): Happening[] {
  return happened.toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1))
}
