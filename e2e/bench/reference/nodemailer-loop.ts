import { setTimeout as sleep } from 'node:timers/promises'
import nodemailer from 'nodemailer'

// The peer: a pool of connections, a template filled per mail, no memory of what was sent. Arguments: port of the sink, number of mails, connections.
const [port, count, connections] = process.argv.slice(2).map(Number)
const transport = nodemailer.createTransport({
  host: '127.0.0.1',
  port: port ?? 0,
  secure: false,
  ignoreTLS: true,
  pool: true,
  maxConnections: connections ?? 10,
  maxMessages: Number.POSITIVE_INFINITY,
})
// The bench reads our CPU time around the work: starting up is not part of it.
await sleep(500)
let next = 0
const lane = async () => {
  while (next < (count ?? 0)) {
    const n = next++
    const text = `Beste debiteur ${n},\n\n${'U hebt een factuur nog niet betaald. '.repeat(25)}`
    await transport.sendMail({
      from: 'Inning <inning@bench.example>',
      to: `debiteur${n}@bench.example`,
      subject: `Herinnering: factuur F${n}`,
      text,
      html: `<p>${text}</p>`,
      headers: { 'X-Regie-Id': `bare-${n}` },
    })
  }
}
await Promise.all(Array.from({ length: 40 }, lane))
transport.close()
// Stays until the bench has read what it cost.
await sleep(60_000)
