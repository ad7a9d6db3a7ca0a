import { evaluateTrials } from '../modules/batches/trial/evaluate-trials.ts'
import { claimNextCases } from '../modules/case-runs/claim-next-cases.ts'
import { endListings } from '../modules/arrangements/blacklist/end-listings.ts'
import { evaluatePromises } from '../modules/arrangements/evaluate-promises.ts'
import { askInstalments } from '../modules/communications/instalments/ask-instalments.ts'
import { endPauses } from '../modules/cases/status/end-pauses.ts'
import { listOpenBatches } from '../modules/case-runs/open-batches.ts'
import { releaseClaims } from '../modules/case-runs/release-claims.ts'
import { type Outbox, openOutbox } from '../modules/communications/outbox.ts'
import { sendChannels } from '../gateways/gateways.ts'
import type { PostWebhook } from '../gateways/simulated-events.ts'
import { openMailboxListener } from '../modules/communications/incoming/listen-to-mailboxes.ts'
import { holdPairings } from '../modules/whatsapp/pairing/hold-pairings.ts'
import { holdSmsLines } from '../modules/communications/sms-lines/hold-sms-lines.ts'
import { holdVoiceLines } from '../modules/communications/voice/hold-voice-lines.ts'
import { identifyCaller } from '../modules/self-service/identity/identify-caller.ts'
import { lookUpNumbers } from '../modules/communications/number-checks/look-up-numbers.ts'
import { answerQueues } from '../modules/communications/queue/answer-queues.ts'
import { keepPaces } from '../modules/dialing/keep-paces.ts'
import { endRefused } from '../modules/communications/queue/end-refused.ts'
import { endOverdueOffers } from '../modules/communications/queue/offers.ts'
import { sweepQueues } from '../modules/communications/queue/queue-calls.ts'
import { recordEarlyNews } from '../modules/communications/sms-lines/early-news.ts'
import { keepHealth } from '../modules/communications/provider-health/note-health.ts'
import { sweepLive } from '../modules/case-runs/live-cases.ts'
import { finishDeskCalls } from '../modules/desk/finish-call.ts'
import { endForbiddenListening } from '../modules/desk/listen-in.ts'
import { endSoftphones } from '../modules/desk/softphone/end-softphones.ts'
import { endAgentCalls } from '../modules/teams/agent-calls.ts'
import { keepAgents } from '../modules/teams/keep-agents.ts'
import { openWebhookSender } from '../modules/webhooks/webhook-sender.ts'
import { endLease, registerEngine, renewLease } from '../modules/case-runs/engine-lease.ts'
import type { Services } from '../services.ts'
import { shareTurn } from './pacing.ts'
import { pickBatches } from './pick-batches.ts'
import { recoverDead } from './recover-dead.ts'
import { rest } from './rest.ts'
import { runCases, type StepsCache } from './run-cases.ts'

export type Engine = {
  id: number
  /** Something is due: look now instead of at the next tick. */
  wake(): void
  /** No new claims; what is being sent may finish (30 s); claims go back; the engine signs off. */
  stop(): Promise<void>
}

const casesPerTurn = 200
const leaseMs = 3_000
const sendGraceMs = 30_000
const trialLookMs = 2_000
const liveMs = 1_000
const sweepMs = 10_000
const linesMs = 2_000
const pairingsMs = 1_000
const mailboxesMs = 5_000
const lookUpMs = 1_000
const earlyMs = 1_000
const healthMs = 5_000
// Promises are due by the day, blacklist entries end at a moment; whoever looks at a case soon after should see how it stands.
const evaluateMs = 60_000

/** One turn: picks batches, claims cases that are due and runs them. Answers how many cases took a step. */
export async function takeTurn(services: Services, engineId: number, cache: StepsCache): Promise<number> {
  const { db, clock } = services
  const now = clock.now()
  const batches = pickBatches(await listOpenBatches(db, now), now)
  const claimed = await claimNextCases(db, engineId, shareTurn(casesPerTurn, batches), now)
  await runCases(services, engineId, claimed, cache)
  return claimed.length
}

/** Runs scripts over batches and sends what they queue, until stopped. Any number of engines may share a database. */
export async function startEngine(services: Services, post: PostWebhook): Promise<Engine> {
  const { db, clock, log, config, gateways } = services
  const id = await registerEngine(db)
  const cache: StepsCache = new Map()
  const outboxes: Outbox[] = sendChannels.map((channel) => openOutbox(services, id, channel))
  const mailboxes = openMailboxListener(services, id)
  const webhooks = openWebhookSender(services)
  const stopping = new AbortController()
  let rise = () => {}

  /** Repeats a duty until the engine stops; a fault is logged and met again at the next turn, for the database may be away for a while. */
  async function repeat(duty: () => Promise<number>, pauseMs: number, pause: (ms: number) => Promise<void> = pauseFor) {
    while (!stopping.signal.aborted) {
      let done = 0
      try {
        done = await duty()
      } catch (error) {
        log.error({ err: error }, 'the engine stumbled')
      }
      if (done === 0) await pause(pauseMs)
    }
  }

  const pauseFor = (ms: number) => rest(ms, stopping.signal)
  const restUntilWoken = (ms: number) => Promise.race([pauseFor(ms), new Promise<void>((resolve) => (rise = resolve))])

  let mayHoldClaims = false

  async function work() {
    // A turn that broke off, or a claim whose answer was lost, leaves cases under our name; nobody else takes them while we live.
    if (mayHoldClaims) await releaseClaims(db, id)
    mayHoldClaims = true
    await endPauses(db, clock.now())
    const ran = await takeTurn(services, id, cache)
    mayHoldClaims = false
    if (ran > 0) for (const outbox of outboxes) outbox.wake()
    return ran
  }

  async function keepLease() {
    if (!(await renewLease(db, id))) log.warn({ engineId: id }, "the lease had run out: what was claimed may be others' now")
    await recoverDead(services)
    return 0
  }

  // What is free leaves at once; what a dead engine left is taken over beside it (keepLease), for somebody may hold its rows.
  for (const outbox of outboxes) outbox.run(config.engineTickMs)
  const duties = [
    repeat(work, config.engineTickMs, restUntilWoken),
    repeat(keepLease, leaseMs),
    repeat(() => gateways.simulatedEvents.sendDue(post), config.engineTickMs),
    repeat(() => holdSmsLines(services, id), linesMs),
    repeat(() => holdVoiceLines(services, id, identifyCaller), linesMs),
    repeat(() => holdPairings(services, id), pairingsMs),
    repeat(() => mailboxes.keep(), mailboxesMs),
    repeat(() => recordEarlyNews(services), earlyMs),
    repeat(() => lookUpNumbers(services), lookUpMs),
    repeat(() => keepHealth(services), healthMs),
    repeat(() => answerQueues(services), liveMs),
    repeat(() => endRefused(services), liveMs),
    repeat(() => endOverdueOffers(services), liveMs),
    repeat(() => keepPaces(db, clock.now()), liveMs),
    repeat(() => sweepQueues(db, clock.now()), sweepMs),
    repeat(() => webhooks.sendDue(), liveMs),
    repeat(() => keepAgents(db, clock.now()), liveMs),
    repeat(() => endAgentCalls(db, clock.now()), liveMs),
    repeat(() => sweepLive(db, clock.now()), liveMs),
    repeat(() => finishDeskCalls(services), sweepMs),
    repeat(() => endForbiddenListening(services), linesMs),
    repeat(() => endSoftphones(services), linesMs),
    repeat(() => evaluateTrials(db, clock.now()), trialLookMs),
    repeat(() => evaluatePromises(db, clock.now()), evaluateMs),
    repeat(() => askInstalments(services), evaluateMs),
    repeat(() => endListings(db, clock.now()), evaluateMs),
  ]
  log.info({ engineId: id }, 'engine started')
  return {
    id,
    wake() {
      rise()
      for (const outbox of outboxes) outbox.wake()
    },
    async stop() {
      stopping.abort()
      await Promise.all([...duties, ...outboxes.map((outbox) => outbox.stop(sendGraceMs))])
      await gateways.smsLines.keepOnly(new Set())
      await gateways.pairings.keepOnly(new Set())
      await gateways.voiceLines.keepOnly(new Set())
      await mailboxes.stop()
      await webhooks.stop()
      await keepHealth(services)
      await releaseClaims(db, id)
      await endLease(db, id)
      log.info({ engineId: id }, 'engine stopped')
    },
  }
}
