import { setTimeout as sleep } from 'node:timers/promises'
import type { SmppSettings } from '@regie/contract/sms-providers.ts'
import type { Pdu } from 'smpp'
import { GatewayBusy, GatewayRefused, GatewayUnavailable, GatewayUncertain } from '../../gateway-errors.ts'
import type { OutgoingSms } from '../sms-gateway.ts'
import { encodeSms, smppAddress, validityPeriod } from './encode-sms.ts'
import { openPace } from './smpp-pace.ts'
import { smppRef } from './read-delivery.ts'
import {
  type OnDeliver,
  NotWritten,
  openSmppSession,
  type SmppLimits,
  smppLimits,
  type SmppPlace,
  type SmppSession,
  statusCode,
  statusWords,
} from './smpp-session.ts'

export type SmppLine = {
  send(sms: OutgoingSms): Promise<{ providerRef: string; partRefs?: string[] }>
  readonly isUp: boolean
  /** Why it is not up. */
  readonly fault: Error | null
  close(): Promise<void>
}

type Options = { providerId: number; settings: SmppSettings; place: SmppPlace; onDeliver: OnDeliver; limits?: SmppLimits }

const reconnectMs = { first: 500, most: 30_000 }
// So long a message waits for a connection that is just being opened, or for its turn.
const waitMsMax = 2_000
// Its first parts have left: the rest is offered for so long.
const restMsMax = 60_000
// Throttled, or its queue is full: it takes more in a moment.
const throttled: readonly number[] = [0x58, 0x14]
// Of the exchange's own trouble or of our sign-in, not of the message.
const passing: readonly number[] = [0x04, 0x05, 0x08, 0x0d, 0x0e, 0x0f, 0x45, 0x64, 0xfe, 0xff]

/** A connection to an exchange that is kept open: opened again when it ends, never with more unanswered than its window, never faster than its pace. */
export function openSmppLine({ providerId, settings, place, onDeliver, limits = smppLimits }: Options): SmppLine {
  const pace = openPace(settings.window, settings.perSecond)
  let sender: SmppSession | null = null
  let fault: Error | null = null
  let isClosed = false
  const sessions = new Set<SmppSession>()
  const closing = new AbortController()
  const risers = new Set<() => void>()

  async function bind() {
    const open = async (mode: 'transceiver' | 'transmitter' | 'receiver') => {
      const session = await openSmppSession(place, mode, onDeliver, limits)
      sessions.add(session)
      void session.ended.then(() => sessions.delete(session))
      return session
    }
    if (settings.bindMode === 'transceiver') return [await open('transceiver')] as const
    const receiver = await open('receiver')
    try {
      return [await open('transmitter'), receiver] as const
    } catch (error) {
      await receiver.close()
      throw error
    }
  }

  async function stayConnected() {
    for (let failures = 0; !isClosed; ) {
      try {
        const bound = await bind()
        if (isClosed) break
        ;[sender] = bound
        fault = null
        failures = 0
        for (const rise of risers) rise()
        fault = await Promise.race(bound.map(({ ended }) => ended))
        sender = null
        await Promise.all(bound.map((session) => session.close()))
      } catch (error) {
        fault = error instanceof Error ? error : new Error(String(error))
        failures++
      }
      const most = Math.min(reconnectMs.most, reconnectMs.first * 2 ** Math.min(failures, 10))
      // Not all who lost the exchange knock again at the same moment.
      await sleep(most * (0.5 + Math.random() / 2), undefined, { signal: closing.signal }).catch(() => undefined)
    }
    await Promise.all([...sessions].map((session) => session.close()))
  }
  const staying = stayConnected()

  async function connected(): Promise<SmppSession> {
    if (!sender?.alive && !isClosed) {
      let rise = () => {}
      const risen = new Promise<void>((resolve) => risers.add((rise = resolve)))
      await Promise.race([risen, sleep(waitMsMax, undefined, { ref: false })])
      risers.delete(rise)
    }
    if (!sender?.alive || isClosed) throw new GatewayUnavailable('The exchange is not connected', { cause: fault })
    return sender
  }

  /** Offers one part; answers the number that the exchange gave it. */
  async function submit(fields: object, isFirst: boolean): Promise<string> {
    for (const giveUpAt = Date.now() + restMsMax; ; ) {
      const release = await pace.turn(isFirst ? waitMsMax : restMsMax)
      let answer: Pdu
      try {
        const session = await connected()
        answer = await session.ask('submit_sm', fields)
      } catch (error) {
        if (error instanceof GatewayUnavailable) throw error
        if (error instanceof NotWritten) throw new GatewayUnavailable('The message has not left', { cause: error })
        throw new GatewayUncertain('The exchange did not answer', { cause: error })
      } finally {
        release()
      }
      const { command_status: status } = answer
      if (status === 0) {
        pace.taken()
        return answer.message_id ?? ''
      }
      if (!throttled.includes(status)) {
        if (passing.includes(status)) throw new GatewayUnavailable(statusWords(status))
        throw new GatewayRefused(statusCode(status), statusWords(status).replace(/^\S+ ?/, ''))
      }
      const waitMs = pace.slowDown()
      if (isFirst) throw new GatewayBusy(statusWords(status), waitMs)
      if (Date.now() + waitMs > giveUpAt) throw new GatewayUnavailable(statusWords(status))
      await sleep(waitMs)
    }
  }

  async function send({ id, to, from, text, validUntil }: OutgoingSms) {
    const source = smppAddress(settings.sender || from)
    const target = smppAddress(to)
    const parts = encodeSms(text, settings.longMethod, Number(id))
    const common = {
      ...{ source_addr: source.address, source_addr_ton: source.ton, source_addr_npi: source.npi },
      ...{ destination_addr: target.address, dest_addr_ton: target.ton, dest_addr_npi: target.npi },
      registered_delivery: 1,
      ...(validUntil && { validity_period: validityPeriod(validUntil, new Date()) }),
    }
    const refs: string[] = []
    for (const part of parts) {
      try {
        const given = await submit({ ...common, ...part }, refs.length === 0)
        // Taken without a number: it has left, and nothing will be heard of it.
        refs.push(given === '' ? `${providerId}:unnumbered:${id}:${refs.length}` : smppRef(providerId, given))
      } catch (error) {
        if (refs.length === 0) throw error
        throw new GatewayUncertain(`Of ${parts.length} parts ${refs.length} left`, { cause: error })
      }
    }
    const [providerRef = ''] = refs
    return refs.length === 1 ? { providerRef } : { providerRef, partRefs: refs }
  }

  return {
    send,
    get isUp() {
      return sender?.alive ?? false
    },
    get fault() {
      return fault
    },
    async close() {
      isClosed = true
      closing.abort()
      await Promise.all([...sessions].map((session) => session.close()))
      await staying
    },
  }
}
