import { randomBytes } from 'node:crypto'
import { GatewayUnavailable } from '../../gateway-errors.ts'
import type { PairingSink } from '../whatsapp-pairings.ts'
import type { WhatsappGateway } from '../whatsapp-gateway.ts'
import type { PairingLine } from './web-line.ts'

// As WhatsApp does: the first code for a minute, the others for 20 seconds, six of them.
const codes = { first: 60_000, next: 20_000, most: 6 }
const credentials = 'simulated'

/** A number that is paired with nobody: it behaves as the real one, and what leaves by it reaches nobody. */
export function openSimulatedLine({ sink, simulator }: { sink: PairingSink; simulator: WhatsappGateway }): PairingLine {
  let isOpen = false
  let shown = 0
  let timer: NodeJS.Timeout | undefined
  let doing = Promise.resolve()
  const inOrder = (work: () => Promise<void>) => {
    doing = doing.then(work).catch(() => undefined)
  }

  async function showCode(): Promise<void> {
    if (shown === codes.most) {
      shown = 0
      return sink.note({ state: 'unpaired', reason: 'codesOver' })
    }
    const forMs = shown++ === 0 ? codes.first : codes.next
    timer = setTimeout(() => inOrder(showCode), forMs)
    await sink.note({ state: 'qr', qr: `simulation:${randomBytes(96).toString('base64')}`, until: new Date(Date.now() + forMs) })
  }
  async function open(): Promise<void> {
    isOpen = true
    await sink.note({ state: 'open', phone: '+31600000000', name: '' })
  }
  async function end(): Promise<void> {
    clearTimeout(timer)
    ;[isOpen, shown] = [false, 0]
    await sink.forget()
    await sink.note({ state: 'unpaired', reason: null })
  }

  inOrder(async () => ((await sink.findCredentials()) === null ? undefined : open()))
  return {
    get isOpen() {
      return isOpen
    },
    pair: () => inOrder(() => (isOpen || shown > 0 ? Promise.resolve() : showCode())),
    unpair: () => inOrder(end),
    scan: () =>
      inOrder(async () => {
        if (shown === 0) return
        clearTimeout(timer)
        shown = 0
        await sink.keep({ credentials, keys: [] })
        await sink.note({ state: 'paired' })
        await open()
      }),
    send(message) {
      if (!isOpen) throw new GatewayUnavailable('The paired number is not connected', { fault: 'unreachable' })
      return simulator.send(message)
    },
    async close() {
      clearTimeout(timer)
      await doing
    },
  }
}
