import { GatewayBusy, GatewayRefused, GatewayUnavailable } from '../../gateways/gateway-errors.ts'
import { gatewaysByChannel, type SendChannel } from '../../gateways/gateways.ts'
import type { MessageGateway } from '../../gateways/message-gateway.ts'
import { withKeptPlans } from '../../platform/db/prepared.ts'
import type { Services } from '../../services.ts'
import { type Mark, releaseMessages, releaseStrays } from './communication-changes.ts'
import { keepParts } from './sms-lines/sms-parts.ts'
import { messageToken } from './incoming/message-token.ts'
import { endTrouble, noteTrouble } from '../providers/provider-troubles.ts'
import { pauseProvider } from '../providers/pause-provider.ts'
import { recordRefusal } from './incoming/record-refusal.ts'
import { noteFailed, noteWorked } from './provider-health/note-health.ts'
import { endCall, noteCallStarted } from './end-call.ts'
import { hasWorkBefore, workBefore } from './status-times/before-start.ts'
import { claimMessages, type SendableMessage } from './outbox-claim.ts'
import { refuseSimulatedLink } from './simulated-link.ts'
import { loadAttachments } from './mail-attachments/sent-attachments.ts'
import { type BroughtFile, noFile } from './mail-attachments/bring-file.ts'
import { keepMail } from './kept-mail/keep-mail.ts'
import { trackedHtml } from './mail-tracking/tracked-html.ts'
import { headersOf } from './unsubscribe/headers-of-mail.ts'
import { findCallingUser } from './manual-calls/find-call.ts'
import { soundOfCall } from './voice/call-sounds.ts'
import { hasQueue } from './queue/queue-calls.ts'
import { openMarks } from './outbox-marks.ts'
import { nextAttemptAt } from './retry-plan.ts'

export type Outbox = {
  /** Sends everything that is due and may go; answers how many left. For tests and benches: run() is what engines do. */
  drain(): Promise<number>
  /** Sends until stop(), looking again after `tickMs` or at wake(). */
  run(tickMs: number): void
  wake(): void
  /** No new claims; what is under way may finish for so long; what is not begun goes back. */
  stop(graceMs: number): Promise<void>
}

type Held = Set<number>

// Claimed and not begun for longer than this goes back: its permission was given for the moment of the claim.
const claimMsMax = 2_000
// Claims double while they are used up within this time: part of their cost does not depend on how many they take (0.8 ms to look through 300 batches).
const claimMsGood = 300
// In messages for each lane.
const claimLimits = { first: 8, least: 2, most: 40 }
// One claim in so many begins with the lowest priority: however much of a higher one comes in, the rest never stands still.
const lowFirstEvery = 10

/** Sends one channel's messages, each at most once: `started` is durable before the first byte leaves (reliability.md §6). */
export function openOutbox(services: Services, engineId: number, channel: SendChannel): Outbox {
  const { clock, log, gateways } = services
  const { lanes } = gatewaysByChannel(gateways)[channel]
  let busyLanes = 0
  const marks = openMarks(services, engineId, () => busyLanes)
  let buffer: SendableMessage[] = []
  let claimedAt = 0
  let [claimSize, claims] = [lanes * claimLimits.first, 0]
  let claiming: Promise<void> | null = null
  let moreIsDue = false
  let stopping = false
  let left = 0
  // What each lane has taken from the buffer and not settled yet.
  const lanesHold = new Set<Held>()
  let mayHaveStrays = false

  /** The next message: from the buffer, or by a claim that all waiting lanes share. */
  async function take(held: Held): Promise<SendableMessage | undefined> {
    if (buffer.length > 0 && performance.now() - claimedAt > claimMsMax) {
      claimSize = Math.max(claimSize / 2, lanes * claimLimits.least)
      await giveBack()
    }
    if (buffer.length === 0 && !stopping) await (claiming ??= claim())
    const message = stopping ? undefined : buffer.shift()
    if (message) held.add(message.id)
    // The next claim begins before the buffer is empty, so that no lane waits for it; its fault is met by who waits.
    if (moreIsDue && buffer.length < lanes * 2 && !stopping) void (claiming ??= claim()).catch(() => undefined)
    return message
  }

  async function claim() {
    try {
      if (moreIsDue && performance.now() - claimedAt < claimMsGood) claimSize = Math.min(claimSize * 2, lanes * claimLimits.most)
      if (mayHaveStrays) await gatherStrays()
      const claimed = await claimMessages(services, channel, engineId, Math.ceil(claimSize), ++claims % lowFirstEvery === 0)
      claimedAt = performance.now()
      moreIsDue = claimed.length >= claimSize / 2
      buffer.push(...claimed)
    } catch (error) {
      mayHaveStrays = true
      throw error
    } finally {
      claiming = null
    }
  }

  // After trouble with the database rows may stand under our name that no lane knows of; nobody else takes them while this engine lives.
  async function gatherStrays() {
    const known = [...lanesHold].flatMap((held) => [...held]).concat(buffer.map(({ id }) => id))
    mayHaveStrays = false
    const begun = await releaseStrays(services.db, { channel, engineId, known })
    if (begun.length > 0) await marks.write(begun.map((message) => ({ ...message, state: 'unknown', reason: 'noAnswer' }) as const))
  }

  async function giveBack() {
    const unsent = buffer
    buffer = []
    await releaseMessages(services.db, engineId, unsent).catch((error: unknown) => {
      mayHaveStrays = true
      throw error
    })
  }

  /** Sends until nothing is due. The mark of one message and the start of the next share a commit. */
  async function sendAll() {
    const held: Held = new Set()
    lanesHold.add(held)
    busyLanes++
    try {
      await sendWhatIsDue(held)
    } catch (error) {
      mayHaveStrays = true
      throw error
    } finally {
      busyLanes--
      lanesHold.delete(held)
    }
  }

  async function sendWhatIsDue(held: Held) {
    let outcome: Mark | null = null
    const settle = async () => {
      if (!outcome) return
      await marks.write([outcome])
      held.delete(outcome.id)
      outcome = null
    }
    for (;;) {
      if (buffer.length === 0) await settle()
      const message: SendableMessage | undefined = await take(held)
      if (!message) return settle()
      const file = hasWorkBefore(message) ? await settle().then(() => workBefore(services, message)) : noFile
      const start: Mark = { customerId: message.customerId, id: message.id, state: 'started' }
      const isOld = file.media !== undefined && file.tookMs > claimMsMax
      const taken = isOld ? new Set() : await marks.write(outcome ? [outcome, start] : [start])
      if (outcome) held.delete(outcome.id)
      outcome = null
      if (!taken.has(message.id)) {
        // Closed, cancelled, paused, no longer ours or permitted too long ago since the claim: it does not leave now.
        await releaseMessages(services.db, engineId, [message])
        held.delete(message.id)
        continue
      }
      outcome = await sendOne(message, file)
      if (!outcome) held.delete(message.id)
    }
  }

  /** Answers the mark that is still to be written, if any. */
  async function sendOne(message: SendableMessage, file: BroughtFile): Promise<Mark | null> {
    const outcome = await tryToSend(message, file)
    if (channel !== 'call') return outcome
    // A call changes its case too, and that must not come before the mark.
    await marks.write([outcome])
    if (outcome.state === 'sent') await noteCallStarted(services, message)
    else if (outcome.state !== 'queued') await endCall(services, message, outcome.state === 'refused' ? 'ongeldig' : 'technisch')
    return null
  }

  async function tryToSend(message: SendableMessage, file: BroughtFile): Promise<Mark> {
    const { customerId, id } = message
    try {
      await refuseSimulatedLink(services, gateways.gatewayOf(channel, message.provider), message)
      if (file.fault !== undefined) throw file.fault
      const { providerRef, keepsRef } = await give(services, message, file)
      left++
      if (message.inTrouble && message.provider) await noteStanding(message, null)
      noteWorked(services, message)
      return keepsRef ? { customerId, id, state: 'sent', providerRef } : { customerId, id, state: 'sent' }
    } catch (error) {
      noteFailed(services, message, error)
      await recordRefusal(services, message, error)
      if (channel === 'sms' && message.provider) await noteStanding(message, error)
      if (message.provider && error instanceof GatewayUnavailable && shutsUs(channel, error))
        await pauseProvider(services, message.provider, error).catch((err: unknown) => log.warn({ err }, 'a provider is not paused'))
      const mark = faultMark(message, error, clock.now())
      if (mark.state === 'unknown') log.warn({ communicationId: id, err: error }, 'whether a message left is unknown')
      return mark
    }
  }

  // Whether its provider takes messages at all. A refusal is an answer about this one alone.
  async function noteStanding({ provider, inTrouble }: SendableMessage, error: unknown): Promise<void> {
    if (!provider) return
    const isTaking = error === null || error instanceof GatewayRefused
    if (isTaking && !inTrouble) return
    const noting = isTaking ? endTrouble(services.db, provider) : noteTrouble(services.db, provider, clock.now())
    await noting.catch((err: unknown) => log.warn({ err, providerId: provider.id }, 'how a provider stands is not noted'))
  }

  let loops: Promise<void>[] = []
  let ticker: NodeJS.Timeout | undefined
  const sleepers: (() => void)[] = []
  const wake = () => {
    for (const rise of sleepers.splice(0)) rise()
  }

  async function lane() {
    while (!stopping) {
      try {
        await sendAll()
      } catch (error) {
        // The database is away or refused a mark: the rows stay as they are, and what was started becomes unknown when our lease ends.
        log.error({ err: error, channel }, 'the outbox stumbled')
      }
      // All lanes rise together, so that they share one claim.
      if (!stopping) await new Promise<void>((resolve) => sleepers.push(resolve))
    }
  }

  return {
    async drain() {
      left = 0
      await Promise.all(Array.from({ length: lanes }, sendAll))
      return left
    },
    run(tickMs) {
      loops = Array.from({ length: lanes }, lane)
      ticker = setInterval(wake, tickMs)
    },
    wake,
    async stop(graceMs) {
      stopping = true
      clearInterval(ticker)
      wake()
      let timer: NodeJS.Timeout | undefined
      await Promise.race([Promise.all(loops), new Promise((resolve) => (timer = setTimeout(resolve, graceMs)))])
      clearTimeout(timer)
      await giveBack()
    },
  }
}

async function give(
  services: Services,
  message: SendableMessage,
  { media }: BroughtFile,
): Promise<{ providerRef: string; keepsRef: boolean }> {
  const { gateways, config } = services
  const { id, channel, recipient, sender, subject, text, voice, language, provider, manual, approved, asksNumber, inReplyTo } = message
  const { choices } = message.mail ?? {}
  const common = { id: String(id), to: recipient, from: sender, text }
  // A reference is kept where later news of the provider names it. Its index entry, and with it all others of the row, would be written for each mail.
  const sendBy = async <Message>(gateway: MessageGateway<Message>, outgoing: Message) => {
    const { providerRef, partRefs } = await gateway.send(outgoing)
    if (partRefs) await keepParts(services, message, partRefs)
    return { providerRef, keepsRef: gateway.keepsRef ?? gateway.readDeliveryUpdates !== undefined }
  }
  if (channel === 'email') {
    const attachments = await loadAttachments(services, message)
    return sendBy(gateways.gatewayOf('email', provider), {
      ...{ ...common, token: messageToken(config.secretKey, id), subject, html: trackedHtml(config, message), inReplyTo },
      ...headersOf(config, message),
      ...(message.mail?.keep && { onBuilt: (bytes: Buffer) => keepMail(services, message, bytes) }),
      ...(attachments.length > 0 && { attachments }),
    })
  }
  if (channel === 'sms')
    return sendBy(gateways.gatewayOf('sms', provider), { ...common, ...(message.validUntil && { validUntil: message.validUntil }) })
  if (channel === 'whatsapp')
    return sendBy(gateways.gatewayOf('whatsapp', provider), {
      ...common,
      approved,
      asksNumber,
      ...(media && { media }),
      ...(choices && { choices }),
    })
  return sendBy(gateways.gatewayOf('call', provider), {
    ...{ ...common, voice, language, voicemailText: message.voicemailText, menu: message.menu, withAgent: manual },
    agent: manual ? await findCallingUser(services.db, message) : null,
    mayQueue: !manual && (await withKeptPlans(() => hasQueue(services.db, message))),
    sound: (part) => soundOfCall(services, message, part),
  })
}

/** Nobody of this provider lets us in until somebody mends it: what waits for it is held. */
function shutsUs(channel: SendChannel, { fault }: GatewayUnavailable): boolean {
  return fault === 'reconnect' || (channel === 'whatsapp' && fault === 'signIn')
}

// It waits with the provider; looking again costs no attempt.
const reconnectMs = 60_000

/** The three ways in which a send fails. What is not one of the gateway's own words is doubt, never a reason to send again. */
function faultMark({ customerId, id, attempts }: SendableMessage, error: unknown, now: Date): Mark {
  if (error instanceof GatewayRefused) return { customerId, id, state: 'refused', reason: `${error.code} ${error.message}`.trim() }
  if (!(error instanceof GatewayUnavailable)) return { customerId, id, state: 'unknown', reason: 'noAnswer' }
  if (error instanceof GatewayBusy)
    return { customerId, id, state: 'queued', nextAt: new Date(now.getTime() + error.afterMs), reason: error.message, isNoAttempt: true }
  if (error.fault === 'reconnect')
    return { customerId, id, state: 'queued', nextAt: new Date(now.getTime() + reconnectMs), reason: error.message, isNoAttempt: true }
  // This attempt is counted by its start, so the one under way is attempts + 1.
  const nextAt = nextAttemptAt(attempts + 1, now)
  return nextAt
    ? { customerId, id, state: 'queued', nextAt, reason: error.message }
    : { customerId, id, state: 'failed', reason: error.message }
}
