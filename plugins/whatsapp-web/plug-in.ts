// The program: reads orders from standard input, says what happens on standard output, and ends when its input does. It gets no configuration, no
// database and no file of the server.
import { createInterface } from 'node:readline'
import { openKeyStore } from './key-store.ts'
import { loadBaileys } from './load-baileys.ts'
import type { Order, Report } from './protocol.ts'
import { openSession } from './session.ts'

const aliveMs = 5_000

const say = (report: Report) => void process.stdout.write(`${JSON.stringify(report)}\n`)
const baileys = await loadBaileys()
const store = openKeyStore(baileys, say)
let session: ReturnType<typeof openSession> | null = null
// WhatsApp hears that the pairing ends before this program does.
let leaving: Promise<void> = Promise.resolve()

function obey(order: Order): void {
  if (order.do === 'answer') return store.answer(order)
  if (order.do === 'start') {
    void session?.end()
    session = openSession({ baileys, store, say }, order)
  } else if (order.do === 'logout') leaving = session?.logout() ?? leaving
  else if (session) void session.send(order)
  else say({ is: 'sent', ref: order.ref, how: 'away', code: '' })
}

const sayAlive = () => say({ is: 'alive', megabytes: Math.round(process.memoryUsage.rss() / 1_048_576) })
sayAlive()
setInterval(sayAlive, aliveMs)
const lines = createInterface({ input: process.stdin })
lines.on('line', (line) => obey(JSON.parse(line) as Order))
process.stdout.on('error', () => process.exit(0))
// Who started it is gone.
lines.on('close', () => void leaving.finally(() => process.exit(0)))
// The library leaves some promises to themselves; their faults show as a connection that closes.
process.on('unhandledRejection', () => undefined)
