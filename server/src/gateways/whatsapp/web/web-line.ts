import { createHash } from 'node:crypto'
import type { WhatsappWebReason } from '@regie/contract/whatsapp-web.ts'
import type { Log } from '../../../platform/log.ts'
import { GatewayRefused, GatewayUnavailable, GatewayUncertain } from '../../gateway-errors.ts'
import type { PairingSink } from '../whatsapp-pairings.ts'
import type { OutgoingWhatsapp } from '../whatsapp-gateway.ts'
import { afterClose, pauseAfter } from './after-close.ts'
import type { PluginReport } from './plugin-protocol.ts'
import { type PluginOptions, type PluginProcess, startPlugin } from './plugin-process.ts'

export type PairingLine = {
  readonly isOpen: boolean
  pair(): void
  unpair(): void
  scan(): void
  /** Throws GatewayRefused, GatewayUnavailable or GatewayUncertain. */
  send(message: OutgoingWhatsapp): Promise<{ providerRef: string }>
  close(): Promise<void>
}

type Options = { sink: PairingSink; options: PluginOptions; log: Log; providerId: number }
type Sending = { resolve(sent: { providerRef: string }): void; reject(error: Error): void }
type Report = Exclude<PluginReport, { is: 'alive' }>

// The program waits half a minute for the word of WhatsApp, after it asked for the devices of the person.
const sendMs = 90_000
// So many reports wait while the database takes its time; one that says on and on would fill our memory.
const waitingMax = 5_000
// A connection that stood for a minute was a good one: the next failure is the first again.
const goodMs = 60_000

/** The connection of one paired number: starts the program that keeps it, and again when it ends; decides when it connects anew, and never pairs by itself. */
export function openWebLine({ sink, options, log, providerId }: Options): PairingLine {
  let plugin: PluginProcess | null = null
  let [isOpen, isPaired, isPairing, isClosed] = [false, false, false, false]
  let [failures, openedAt] = [0, 0]
  let retry: NodeJS.Timeout | undefined
  const sending = new Map<string, Sending>()
  // What happens is taken in its order, also where the database takes its time.
  let doing = Promise.resolve()
  let waiting = 0
  const inOrder = (work: () => Promise<void>) => {
    waiting++
    doing = doing
      .then(work)
      .catch((err: unknown) => log.warn({ err, providerId }, 'what a paired number said is not taken'))
      .finally(() => waiting--)
  }

  function start(): PluginProcess {
    const started: PluginProcess = startPlugin(options, {
      onReport: (report) => hear(started, report),
      onEnd: (why) => inOrder(() => ended(started, why)),
    })
    return started
  }

  /** Connects with what is kept of the pairing; without, WhatsApp sends codes. */
  async function connect(): Promise<void> {
    const creds = await sink.findCredentials()
    isPaired = creds !== null
    if (isClosed || (!isPaired && !isPairing)) return
    plugin ??= start()
    plugin.say({ do: 'start', creds, url: options.url ?? null, firstQrMs: options.firstQrMs ?? null })
  }

  function hear(from: PluginProcess, report: Report): void {
    // One that we let go of has nothing more to say: what it kept would come back.
    if (from !== plugin) return
    if (waiting > waitingMax) return from.end('it says more than can be kept')
    if (report.is === 'sent') settle(report)
    else if (report.is === 'get') void answer(from, report.no, () => sink.findKeys(report.kind, report.ids))
    else if (report.is === 'keep') {
      const kept = { credentials: report.creds, keys: report.keys }
      void answer(from, report.no, () => sink.keep(kept).then(() => ({})))
    } else inOrder(() => (from === plugin ? take(report) : Promise.resolve()))
  }

  async function answer(to: PluginProcess, no: number, work: () => Promise<Record<string, string>>): Promise<void> {
    waiting++
    try {
      to.say({ do: 'answer', no, values: await work(), fault: false })
    } catch (err) {
      log.warn({ err, providerId }, 'the keys of a paired number are not kept')
      to.say({ do: 'answer', no, values: {}, fault: true })
    } finally {
      waiting--
    }
  }

  async function take(report: Exclude<Report, { is: 'sent' | 'get' | 'keep' }>): Promise<void> {
    if (report.is === 'receipt') {
      const { ref, state, at } = report
      return sink.delivery({ eventKey: `${ref}:${state}`, providerRef: ref, state, at })
    }
    if (report.is === 'message') {
      const { ref, is: _is, ...message } = report
      // WhatsApp's own notices come from nobody who could be answered.
      if (message.phone === null && message.userId === null) return
      // What a person presses comes by no number that is paired: buttons are Meta's.
      return sink.incoming({ ...message, providerRef: ref, pressed: null, givenNumber: null, media: null })
    }
    if (report.is === 'closed') return closed(report.code, report.isPaired)
    if (report.is === 'qr') return sink.note({ state: 'qr', qr: report.qr, until: new Date(Date.now() + report.forMs) })
    if (report.is === 'connecting') return isPaired ? undefined : sink.note({ state: 'connecting' })
    if (report.is === 'paired') return sink.note({ state: 'paired' })
    isOpen = true
    ;[isPairing, openedAt] = [false, Date.now()]
    return sink.note({ state: 'open', phone: report.phone, name: report.name })
  }

  function settle({ ref, how, code }: Extract<Report, { is: 'sent' }>): void {
    const one = sending.get(ref)
    sending.delete(ref)
    if (how === 'taken') one?.resolve({ providerRef: ref })
    else if (how === 'refused') one?.reject(new GatewayRefused(code, 'WhatsApp refuses it'))
    else if (how === 'away') one?.reject(new GatewayUnavailable('The paired number is not connected', { fault: 'unreachable' }))
    else one?.reject(new GatewayUncertain('WhatsApp said nothing of it'))
  }

  function lose(): void {
    isOpen = false
    if (openedAt > 0 && Date.now() - openedAt > goodMs) failures = 0
    openedAt = 0
    for (const [, { reject }] of sending) reject(new GatewayUncertain('the connection ended meanwhile'))
    sending.clear()
  }

  async function closed(code: number, wasPaired: boolean): Promise<void> {
    lose()
    if (isClosed) return
    const then = afterClose(code, wasPaired, failures)
    if (then.next === 'ask') return giveUp(then.reason, then.forget)
    if (then.reason === null) return connect()
    return again(then.afterMs, then.reason)
  }

  async function again(afterMs: number, reason: WhatsappWebReason): Promise<void> {
    failures++
    clearTimeout(retry)
    retry = setTimeout(() => inOrder(connect), afterMs)
    await sink.note({ state: 'disconnected', reason, retryAt: new Date(Date.now() + afterMs) })
  }

  /** Nothing more happens until somebody asks for it. */
  async function giveUp(reason: WhatsappWebReason | null, forget: boolean): Promise<void> {
    isPairing = false
    const idle = plugin
    plugin = null
    await idle?.stop()
    if (forget) await sink.forget()
    await sink.note({ state: 'unpaired', reason })
  }

  async function ended(gone: PluginProcess, why: string): Promise<void> {
    if (plugin !== gone) return
    plugin = null
    lose()
    if (isClosed) return
    log.warn({ providerId, why }, 'the program that keeps a paired number ended')
    if ((await sink.findCredentials()) === null) return giveUp('ended', false)
    return again(pauseAfter(failures), 'ended')
  }

  inOrder(connect)
  return {
    get isOpen() {
      return isOpen
    },
    pair: () =>
      inOrder(async () => {
        if (isOpen) return
        clearTimeout(retry)
        isPairing = true
        await sink.note({ state: 'connecting' })
        await connect()
      }),
    unpair: () =>
      inOrder(async () => {
        clearTimeout(retry)
        lose()
        plugin?.say({ do: 'logout' })
        await giveUp(null, true)
      }),
    scan() {},
    send(message) {
      const current = plugin
      if (!isOpen || !current) throw new GatewayUnavailable('The paired number is not connected', { fault: 'unreachable' })
      const ref = refOf(providerId, message.id)
      return new Promise((resolve, reject) => {
        const timer = setTimeout(() => {
          sending.delete(ref)
          reject(new GatewayUncertain('the program that keeps the number does not answer'))
        }, sendMs)
        const done =
          <T>(then: (value: T) => void) =>
          (value: T) => (clearTimeout(timer), then(value))
        sending.set(ref, { resolve: done(resolve), reject: done(reject) })
        current.say({ do: 'send', ref, to: message.to, text: message.text })
      })
    },
    async close() {
      isClosed = true
      clearTimeout(retry)
      const last = plugin
      await last?.stop()
      await doing
      lose()
    },
  }
}

/** The same for every attempt: WhatsApp and the phone take it once. */
function refOf(providerId: number, id: string): string {
  return `3EB0${createHash('sha256').update(`${providerId}:${id}`).digest('hex').slice(0, 18).toUpperCase()}`
}
