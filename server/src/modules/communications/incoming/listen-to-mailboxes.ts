import { setTimeout as sleep } from 'node:timers/promises'
import { type Mailbox, MailNotGiven } from '../../../gateways/email/mailbox.ts'
import { GatewayUnavailable } from '../../../gateways/gateway-errors.ts'
import type { RegisteredProvider } from '../../../gateways/registered-provider.ts'
import type { Services } from '../../../services.ts'
import { noteReading } from '../../providers/mailbox-providers.ts'
import { findRegistered } from '../../providers/provider-queries.ts'
import { noteFailed, noteWorked } from '../provider-health/note-health.ts'
import { leaveUnheard, noteListening, takeUnheard } from './listening-marks.ts'
import { readOpenMailbox } from './read-mailbox.ts'

// A server that announces nothing any more is asked all the same.
const usual = { askMs: 5 * 60_000, firstPauseMs: 1_000, pauseMaxMs: 5 * 60_000, steadyMs: 60_000, takenMs: 2_000, notGivenMs: 60_000 }
export type ListeningTimes = typeof usual

type Heard = { provider: RegisteredProvider; stop: AbortController; ended: Promise<void> }

/** Keeps one connection to each mailbox to which no other living engine listens, and reads what arrives when it arrives. */
export function openMailboxListener(services: Services, engineId: number, times: ListeningTimes = usual) {
  const { db, log } = services
  const heard = new Map<number, Heard>()

  async function end(id: number): Promise<void> {
    const one = heard.get(id)
    heard.delete(id)
    one?.stop.abort()
    await one?.ended
  }

  return {
    /** Takes what nobody listens to, and leaves what is off, changed or somebody else's. */
    async keep(): Promise<number> {
      const providers = await findRegistered(db, await takeUnheard(db, engineId))
      for (const [id, { provider }] of heard) if (providers.get(id)?.version !== provider.version) await end(id)
      for (const provider of providers.values()) {
        const known = heard.get(provider.id)
        if (known) {
          known.provider = provider
          continue
        }
        const one: Heard = { provider, stop: new AbortController(), ended: Promise.resolve() }
        heard.set(provider.id, one)
        one.ended = listen(services, engineId, one, times).catch((err: unknown) => {
          // Its turn begins anew with the next look.
          log.error({ err, providerId: provider.id }, 'nobody listens to a mailbox')
          if (heard.get(provider.id) === one) heard.delete(provider.id)
        })
      }
      return 0
    },
    async stop(): Promise<void> {
      await Promise.all([...heard.keys()].map(end))
      await leaveUnheard(db, engineId)
    },
  }
}

/** Until it is stopped: a connection that breaks is opened again, after pauses that grow. */
async function listen(services: Services, engineId: number, one: Heard, times: ListeningTimes): Promise<void> {
  const { db } = services
  const key = { customerId: one.provider.customerId, providerId: one.provider.id }
  const { signal } = one.stop
  for (let breaks = 0; !signal.aborted; breaks++) {
    const began = performance.now()
    let pauseMs = 0
    try {
      await hear(services, one, times, (since) => noteListening(db, engineId, key, since))
      // Its server announces nothing: it is read every minute, and asked again later.
      pauseMs = times.pauseMaxMs
    } catch (error) {
      // A few tries decide about that mail: they are not used up within a minute.
      if (error instanceof MailNotGiven) pauseMs = times.notGivenMs
      if (!signal.aborted) await noteBroken(services, one.provider, error)
    }
    await noteListening(db, engineId, key, null)
    if (performance.now() - began > times.steadyMs) breaks = 0
    const growingMs = Math.min(times.firstPauseMs * 2 ** breaks, times.pauseMaxMs)
    await sleep(Math.max(pauseMs, growingMs), undefined, { signal }).catch(() => undefined)
  }
}

async function noteBroken(services: Services, provider: RegisteredProvider, error: unknown): Promise<void> {
  noteFailed(services, { customerId: provider.customerId, channel: 'email', provider }, error)
  if (error instanceof GatewayUnavailable) await noteReading(services, provider, error)
  services.log.warn({ err: error, providerId: provider.id }, 'the connection to a mailbox ended')
}

/** One connection: reads what is there, waits for more. Returns when its server announces nothing. */
async function hear(services: Services, one: Heard, times: ListeningTimes, note: (since: Date) => Promise<void>): Promise<void> {
  const { gateways, clock } = services
  const { signal } = one.stop
  const silent = new AbortController()
  const mailbox: Mailbox = await gateways.openMailbox(one.provider, AbortSignal.any([signal, silent.signal]))
  try {
    for (let isNoted = false; !signal.aborted; ) {
      if (!(await readAll(services, { one, mailbox, onSilent: () => silent.abort() }, times))) return
      await noteReading(services, one.provider, null)
      noteWorked(services, { customerId: one.provider.customerId, channel: 'email', provider: one.provider })
      if (!isNoted) await note(clock.now())
      isNoted = true
      if (!(await mailbox.awaitNews(times.askMs))) return
    }
  } finally {
    await mailbox.close()
  }
}

type Hearing = { one: Heard; mailbox: Mailbox; onSilent(): void }

/** False: it was stopped. */
async function readAll(services: Services, { one, mailbox, onSilent }: Hearing, times: ListeningTimes): Promise<boolean> {
  const { signal } = one.stop
  const reader = services.gateways.openMailReader()
  try {
    while (!signal.aborted) {
      if (await readOpenMailbox(services, { provider: one.provider, reader, mailbox, onSilent }, signal)) return true
      // There is more, or another process reads it now.
      await sleep(times.takenMs, undefined, { signal }).catch(() => undefined)
    }
    return false
  } finally {
    reader.close()
  }
}
