import { connect, type Socket } from 'node:net'
import { multipart, uploadFile } from '../bench/world/debtor-files.ts'
import { mainCustomerId } from '../bench/world/seed-cases.ts'
import { password, usernameOf } from '../bench/world/seed-people.ts'
import { addressOf } from '../bench/world/world.ts'

type Hostile = { url: string; cookie: string; stop: AbortSignal }
/** One heavy thing that a right allows, asked again as soon as it is answered, so many at once. Answers with the status, 0 when cut off. */
export type HeavyRequest = { name: string; atOnce: number; ask(hostile: Hostile, turn: number): Promise<number> }

const statusOf = async (asked: Promise<Response>) => {
  const answer = await asked.catch(() => null)
  await answer?.arrayBuffer().catch(() => undefined)
  return answer?.status ?? 0
}
const ask = (
  { url, cookie, stop }: Hostile,
  path: string,
  init: { method?: string; headers?: Record<string, string>; body?: NonNullable<RequestInit['body']> } = {},
) => statusOf(fetch(`${url}${path}`, { ...init, signal: stop, headers: { cookie, origin: url, ...init.headers } }))
const post = (hostile: Hostile, path: string, body: unknown) =>
  ask(hostile, path, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })

const allCases = { customerID: mainCustomerId, filter: {} }
const rules = JSON.stringify([
  { field: 'dossiernummer', op: 'contains', value: '7' },
  { field: 'plaats', op: 'contains', value: 'e' },
])
const restless = [
  { kind: 'wait', key: 'even', next: 'weer', settings: { minutes: 1 } },
  { kind: 'wait', key: 'weer', next: 'even', settings: { minutes: 1 } },
]
const answers = { calls: ['mens'], paysOnDay: null }

export const heavyRequests: HeavyRequest[] = [
  { name: 'downloads that nobody reads', atOnce: 12, ask: unreadDownload },
  {
    name: 'counts of a filter',
    atOnce: 12,
    ask: (who) => ask(who, `/api/scripts/1/filters/count?rules=${encodeURIComponent(rules)}&combine=or`),
  },
  {
    name: 'search',
    atOnce: 12,
    ask: (who, turn) => ask(who, `/api/cases/search?customerID=${mainCustomerId}&q=${['jan', 'van den berg', '0612', 'bakker'][turn % 4]}`),
  },
  { name: 'the funnel of a script', atOnce: 12, ask: (who) => ask(who, '/api/scripts/1/why') },
  {
    name: 'the cases behind a line of the funnel',
    atOnce: 12,
    ask: (who) => ask(who, `/api/cases?customerID=${mainCustomerId}&scriptID=1&place=sleeping`),
  },
  {
    name: 'the audit log',
    atOnce: 12,
    ask: (who, turn) => ask(who, turn % 2 ? '/api/audit/chain' : '/api/audit?action=none&from=2020-01-01T00:00:00Z'),
  },
  {
    name: 'the time machine',
    atOnce: 12,
    ask: (who) => post(who, '/api/scripts/1/simulate', { caseID: 1, steps: restless, from: '2026-06-03T09:00:00Z', days: 30, answers }),
  },
  { name: 'counts of a selection', atOnce: 12, ask: (who) => post(who, '/api/cases/bulk/count', allCases) },
  // A fifth of the cases: more than 100,000 at a time are refused.
  {
    name: 'bulk pauses and resumes',
    atOnce: 4,
    ask: (who, turn) =>
      post(who, '/api/cases/bulk', {
        customerID: mainCustomerId,
        filter: { status: turn % 2 ? 'paused' : 'open', answer: 'voicemail' },
        action: turn % 2 ? { kind: 'resume' } : { kind: 'pause', until: null },
      }),
  },
  { name: 'uploads', atOnce: 4, ask: upload },
  { name: 'sign-ins of one address', atOnce: 20, ask: (who) => signInAs(who) },
]

function signInAs({ url, stop }: Hostile): Promise<number> {
  const headers = { 'content-type': 'application/json', origin: url, 'x-forwarded-for': addressOf(70_000) }
  return statusOf(
    fetch(`${url}/api/login`, { method: 'POST', signal: stop, headers, body: JSON.stringify({ username: usernameOf(5), password }) }),
  )
}

let file: Buffer | undefined
function upload(who: Hostile): Promise<number> {
  file ??= Buffer.from(uploadFile('noise-', 20_000))
  const { body, contentType } = multipart({ customerID: String(mainCustomerId), scriptID: '1' }, file)
  return ask(who, '/api/files/upload', { method: 'POST', headers: { 'content-type': contentType }, body: new Uint8Array(body) })
}

/** Takes the head of the answer and nothing more, for as long as it is let. */
function unreadDownload({ url, cookie, stop }: Hostile): Promise<number> {
  const { hostname, port, host } = new URL(url)
  const body = JSON.stringify({ kind: 'batch', batchIDs: Array.from({ length: 50 }, (_, n) => n + 1), locale: 'nl' })
  return new Promise((resolve) => {
    const socket: Socket = connect({ host: hostname, port: Number(port) })
    let status = 0
    const end = () => {
      socket.destroy()
      resolve(status)
    }
    stop.addEventListener('abort', end, { once: true })
    socket.once('data', (bytes) => {
      socket.pause()
      status = Number(bytes.toString('latin1').split(' ')[1])
      if (status !== 200) end()
    })
    socket.once('error', end)
    socket.once('close', end)
    socket.write(
      `POST /api/reports/csv HTTP/1.1\r\nhost: ${host}\r\norigin: ${url}\r\ncookie: ${cookie}\r\ncontent-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
    )
  })
}
