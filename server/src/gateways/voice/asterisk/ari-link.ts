import type { ClientRequestArgs } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import WebSocket, { type ClientOptions } from 'ws'
import type { Config } from '../../../platform/config.ts'
import { publicLookup } from '../../../platform/http/outbound-guard.ts'
import { failureOfCall } from '../../failure-of-call.ts'
import { GatewayUnavailable } from '../../gateway-errors.ts'
import type { RegisteredProvider } from '../../registered-provider.ts'
import { mustReach, settingsOf, signInOf } from './ari-client.ts'
import { type AriEvent, readAriEvent } from './ari-events.ts'

export type AriLink = {
  readonly isUp: boolean
  /** Why it is not up. */
  readonly fault: Error | null
  close(): Promise<void>
}

export type LinkLimits = { connectMs: number; silenceMs: number; pauseMs: { first: number; most: number } }
export const linkLimits: LinkLimits = { connectMs: 5_000, silenceMs: 15_000, pauseMs: { first: 500, most: 30_000 } }

// A channel with all its variables is a few kilobytes.
const eventBytesMax = 1024 * 1024

type Options = {
  config: Config
  provider: RegisteredProvider
  limits?: LinkLimits
  /** It is connected, for the first time or again; it counts as up when this has resolved. */
  onUp(): Promise<void>
  onDown(): void
  onEvent(event: AriEvent): void
}

/** Keeps the connection over which an exchange brings the events of its calls: opened again when it ends, each time after a longer pause. */
export function openAriLink({ config, provider, limits = linkLimits, onUp, onDown, onEvent }: Options): AriLink {
  const closing = new AbortController()
  let [socket, isUp, fault]: [WebSocket | null, boolean, Error | null] = [null, false, null]

  async function stayConnected() {
    for (let failures = 0; !closing.signal.aborted; failures++) {
      try {
        socket = await connect(config, provider, limits)
        const ended = readAll(socket, limits, onEvent)
        if (closing.signal.aborted) socket.terminate()
        // Whoever waits for its end also waits for one that comes before it is up.
        await Promise.race([onUp(), ended.then((reason) => Promise.reject(reason))])
        ;[isUp, fault, failures] = [true, null, 0]
        fault = await ended
      } catch (error) {
        fault = error instanceof Error ? error : new Error(String(error))
      }
      isUp = false
      socket?.terminate()
      onDown()
      const most = Math.min(limits.pauseMs.most, limits.pauseMs.first * 2 ** Math.min(failures, 10))
      await sleep(most * (0.5 + Math.random() / 2), undefined, { signal: closing.signal }).catch(() => undefined)
    }
  }
  const staying = stayConnected()

  return {
    get isUp() {
      return isUp
    },
    get fault() {
      return fault
    },
    async close() {
      closing.abort()
      socket?.terminate()
      await staying
    },
  }
}

function connect(config: Config, provider: RegisteredProvider, { connectMs }: LinkLimits): Promise<WebSocket> {
  const { url, app } = settingsOf(provider)
  const isOurs = mustReach(config, provider)
  const options: ClientOptions & ClientRequestArgs = {
    headers: { authorization: signInOf(config, provider) },
    handshakeTimeout: connectMs,
    maxPayload: eventBytesMax,
    ...(!isOurs && { lookup: publicLookup }),
  }
  const socket = new WebSocket(`${url.replace(/^http/, 'ws')}/events?app=${encodeURIComponent(app)}`, options)
  return new Promise((resolve, reject) => {
    socket.once('open', () => resolve(socket))
    socket.on('error', (error) => reject(failureOfCall(error)))
    socket.on('unexpected-response', (request, { statusCode = 0 }) => {
      request.destroy()
      const isRefused = statusCode === 401 || statusCode === 403
      reject(new GatewayUnavailable(`The exchange answers ${statusCode}`, { fault: isRefused ? 'signIn' : 'answer' }))
    })
  })
}

/** Reads what comes until the connection ends; resolves with why. An exchange that is silent is asked whether it is there. */
function readAll(socket: WebSocket, { silenceMs }: LinkLimits, onEvent: (event: AriEvent) => void): Promise<Error> {
  return new Promise((resolve) => {
    let isHeard = true
    const asking = setInterval(() => {
      if (!isHeard) socket.terminate()
      isHeard = false
      socket.ping()
    }, silenceMs)
    socket.on('pong', () => (isHeard = true))
    socket.on('message', (data: Buffer) => {
      isHeard = true
      const event = readAriEvent(data.toString('utf8'))
      // Another listener took our application over: it gets the events now.
      if (event?.type === 'ApplicationReplaced') socket.terminate()
      else if (event) onEvent(event)
    })
    socket.on('close', () => {
      clearInterval(asking)
      resolve(new GatewayUnavailable('The connection to the exchange ended', { fault: 'unreachable' }))
    })
  })
}
