import { Agent, type OutgoingHttpHeaders, request } from 'node:http'

export type Answer = { status: number; headers: Record<string, string | string[] | undefined>; body: Buffer }
export type HttpClient = {
  url: string
  get(path: string, headers?: OutgoingHttpHeaders): Promise<Answer>
  send(method: string, path: string, body?: unknown, headers?: OutgoingHttpHeaders): Promise<Answer>
  close(): void
}

/** Connections that stay open; any answer of 400 and above is an error, so that no bench measures refusals. */
export function openHttpClient(url: string, fixedHeaders: OutgoingHttpHeaders = {}): HttpClient {
  const agent = new Agent({ keepAlive: true, maxSockets: 256 })
  const send = (method: string, path: string, body?: unknown, headers: OutgoingHttpHeaders = {}) => {
    const isRaw = Buffer.isBuffer(body)
    const bytes = body === undefined ? undefined : isRaw ? body : Buffer.from(JSON.stringify(body))
    const type = bytes && !isRaw ? { 'content-type': 'application/json' } : {}
    return new Promise<Answer>((resolve, reject) => {
      const call = request(
        `${url}${path}`,
        { agent, method, headers: { ...fixedHeaders, ...type, ...(bytes && { 'content-length': bytes.length }), ...headers } },
        (reply) => {
          const parts: Buffer[] = []
          reply.on('data', (part: Buffer) => parts.push(part))
          reply.once('error', reject)
          reply.once('end', () => {
            const answer = { status: reply.statusCode ?? 0, headers: reply.headers, body: Buffer.concat(parts) }
            if (answer.status < 400) resolve(answer)
            else reject(new Error(`${method} ${path} answered ${answer.status}: ${answer.body.toString('utf8', 0, 300)}`))
          })
        },
      )
      call.once('error', reject)
      call.end(bytes)
    })
  }
  return { url, get: (path, headers) => send('GET', path, undefined, headers), send, close: () => agent.destroy() }
}

/** The JSON of an answer, as the caller knows it to be. */
export function jsonOf<T>(answer: Answer): T {
  return JSON.parse(answer.body.toString('utf8')) as T
}
