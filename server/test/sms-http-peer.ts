import http from 'node:http'
import type { AddressInfo } from 'node:net'

/** `take`, refuse for now (503), refuse this one (422), end the connection after the whole request, or take all but look-ups. */
export type SmsPeerMode = 'take' | 'busy' | 'refuse' | 'hangUp' | 'noLookUp' | 'lookUpLost'

type Asked = { reference?: string; recipients?: string[]; msisdn?: string }

/** A server that takes an SMS, and looks numbers up, as MessageBird does; it knows whose request it was by the key of the account. */
export async function openSmsHttpPeer() {
  const modes = new Map<string, SmsPeerMode>()
  const asked: { key: string; reference: string; to: string }[] = []
  const lookedUp: { key: string; msisdn: string }[] = []
  const known = new Map<string, string>()
  const server = http.createServer((request, response) => {
    let body = ''
    request.on('data', (part: Buffer) => (body += part.toString()))
    request.on('end', () => {
      const key = (request.headers.authorization ?? '').replace('AccessKey ', '')
      const mode = modes.get(key) ?? 'take'
      const { reference = '', recipients = [], msisdn } = JSON.parse(body || '{}') as Asked
      const answer = (status: number, json: object) => response.writeHead(status).end(JSON.stringify(json))
      if (request.url?.startsWith('/hlr')) {
        if (mode === 'noLookUp') return answer(503, {})
        const isNew = msisdn !== undefined
        if (isNew) lookedUp.push({ key, msisdn })
        if (mode === 'lookUpLost') return request.socket.destroy()
        const id = isNew ? `hlr-${msisdn}` : (request.url.split('/')[2] ?? '')
        const status = isNew ? 'sent' : (known.get(id.slice(4)) ?? 'active')
        return answer(isNew ? 201 : 200, { id, msisdn: Number(id.slice(4)), network: isNew ? null : 20408, status })
      }
      asked.push({ key, reference, to: recipients[0] ?? '' })
      if (mode === 'hangUp') return request.socket.destroy()
      if (mode === 'busy') return answer(503, {})
      if (mode === 'refuse') return answer(422, { errors: [{ code: 21, description: 'Bad request' }] })
      return answer(201, { id: `mb-${reference}` })
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    port,
    set: (key: string, mode: SmsPeerMode) => void modes.set(key, mode),
    /** What it answers of these numbers; of others that they are in use. */
    knows: (states: Record<string, string>) => {
      for (const [number, state] of Object.entries(states)) known.set(number.replace('+', ''), state)
    },
    of: (key: string) => asked.filter((one) => one.key === key).map(({ reference }) => Number(reference)),
    lookedUp: (key: string) => lookedUp.filter((one) => one.key === key).map(({ msisdn }) => msisdn),
    close: () => new Promise((resolve) => server.close(resolve)),
  }
}
