import { lookup } from 'node:dns'
import http from 'node:http'
import https from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { isLoopback, isPublicAddress } from './public-address.ts'

const usualBytesMax = 1024 * 1024
const timeoutMs = 10_000

/** A call to an address that somebody typed in was not made, or was cut off. Says nothing of what stands there. */
export class OutboundRefused extends Error {
  override name = 'OutboundRefused'
}

type Call = {
  method?: string
  headers?: Record<string, string>
  body?: string | Buffer
  signal?: AbortSignal
  /** Of a file; else ten seconds. */
  timeoutMs?: number
  /** Of a file; else 1 MB. */
  answerBytesMax?: number
}
type Options = {
  /** Hosts of our own network that may be asked all the same, also without TLS: `host` or `host:port`. */
  allowedHosts: readonly string[]
  timeoutMs?: number
}

export type GuardedFetch = (url: string, call?: Call) => Promise<Response>

/**
 * Fetches what people configure: never from this machine or its network, whatever name, number or redirect leads there. The address that was
 * checked is the one that is connected to, so that a name cannot turn to another in between. No redirects; ten seconds; 1 MB, unless the call says more.
 */
export function openGuardedFetch({ allowedHosts, timeoutMs: waitMs = timeoutMs }: Options): GuardedFetch {
  return async (given, { method = 'GET', headers = {}, body, signal, timeoutMs: ownMs = waitMs, answerBytesMax = usualBytesMax } = {}) => {
    const url = mustBeAllowed(given, allowedHosts)
    const { request } = url.protocol === 'https:' ? https : http
    const timer = AbortSignal.timeout(ownMs)
    const options = {
      method,
      headers: { ...headers, 'accept-encoding': 'identity', ...(body !== undefined && { 'content-length': Buffer.byteLength(body) }) },
      agent: false,
      signal: signal ? AbortSignal.any([signal, timer]) : timer,
      ...(!isAllowed(url, allowedHosts) && { lookup: publicLookup }),
    }
    return new Promise((resolve, reject) => {
      const call = request(url, options, (answer) => readAnswer(answer, answerBytesMax).then(resolve, reject))
      call.on('error', reject)
      call.end(body)
    })
  }
}

/** Reads a URL that somebody typed in, or refuses it before a packet leaves. */
export function mustBeAllowed(given: string, allowedHosts: readonly string[]): URL {
  if (!URL.canParse(given)) throw new OutboundRefused('no URL')
  const url = new URL(given)
  if (url.protocol !== 'https:' && url.protocol !== 'http:') throw new OutboundRefused('neither http nor https')
  if (url.username !== '' || url.password !== '') throw new OutboundRefused('a URL with a name in it')
  if (isAllowed(url, allowedHosts)) return url
  if (url.protocol !== 'https:') throw new OutboundRefused('not encrypted')
  // Below lie mail, shells and databases, where a request of HTTP may be taken for something else.
  if (url.port !== '' && Number(url.port) < 1024) throw new OutboundRefused('a port that is not for the web')
  const host = hostOf(url)
  if (isIP(host) > 0 && !isPublicAddress(host)) throw new OutboundRefused('not an address of the internet')
  return url
}

// URL has turned every way to write an IPv4 address into the usual one, and names into lower case.
const hostOf = ({ hostname }: URL) => hostname.replace(/^\[(.*)\]$/, '$1')

const isAllowed = (url: URL, allowedHosts: readonly string[]) => allowedHosts.includes(url.hostname) || allowedHosts.includes(url.host)

// Where mail servers listen; other ports below are somebody else's.
const mailPorts: readonly number[] = [25, 143, 465, 587, 993, 2525]

/** Refuses a mail server that is not on the internet. True: it is one of the hosts of our own network that may be asked all the same. */
export function mustBeMailHost(host: string, port: number, allowedHosts: readonly string[]): boolean {
  return mustBeHost(host, port, allowedHosts, mailPorts.includes(port))
}

/** The same of an SMS exchange, which may listen wherever no other service of the system does. */
export function mustBeSmppHost(host: string, port: number, allowedHosts: readonly string[]): boolean {
  return mustBeHost(host, port, allowedHosts, port >= 1024)
}

/** The same of a machine that is asked over SFTP: where SSH listens, or wherever no other service of the system does. */
export function mustBeSftpHost(host: string, port: number, allowedHosts: readonly string[]): boolean {
  return mustBeHost(host, port, allowedHosts, port === 22 || port >= 1024)
}

function mustBeHost(host: string, port: number, allowedHosts: readonly string[], isPortFor: boolean): boolean {
  if (allowedHosts.includes(host) || allowedHosts.includes(`${host}:${port}`)) return true
  if (!isPortFor) throw new OutboundRefused('a port that is not for this')
  if (isIP(host) > 0 ? !isPublicAddress(host) : isLoopback(host)) throw new OutboundRefused('not an address of the internet')
  return false
}

/** Looks a name up and refuses it when it leads to this machine or its network. */
export const publicLookup: LookupFunction = (hostname, options, callback) => {
  lookup(hostname, { ...options, all: true }, (error, addresses) => {
    const [first] = addresses ?? []
    if (error || !first) return callback(error ?? new OutboundRefused('no such host'), '', 4)
    if (!addresses.every(({ address }) => isPublicAddress(address))) {
      return callback(new OutboundRefused('not an address of the internet'), '', 4)
    }
    if (options.all) callback(null, addresses)
    else callback(null, first.address, first.family)
  })
}

async function readAnswer(answer: http.IncomingMessage, answerBytesMax: number): Promise<Response> {
  const parts: Buffer[] = []
  let bytes = 0
  for await (const part of answer as AsyncIterable<Buffer>) {
    bytes += part.length
    if (bytes > answerBytesMax) {
      answer.destroy()
      throw new OutboundRefused('an answer that is too long')
    }
    parts.push(part)
  }
  const status = answer.statusCode ?? 500
  const headers = new Headers()
  for (const [name, value] of Object.entries(answer.headersDistinct)) for (const one of value ?? []) headers.append(name, one)
  return new Response(status === 204 || status === 304 ? null : Buffer.concat(parts), { status, headers })
}
