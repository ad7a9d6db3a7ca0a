import { setTimeout as sleep } from 'node:timers/promises'
import { openSmtpSink, type SmtpSink } from '../../peers/smtp-sink.ts'
import { cpuMsOf, memoryMbOf } from '../measure/process-meter.ts'
import type { Goal } from '../goal.ts'
import { startChild } from '../world/child-server.ts'
import { queueMails } from '../world/queue-mails.ts'
import type { World } from '../world/world.ts'

// The same for both; ours commits once for all that are under way, nodemailer gains nothing from more.
const connections = 25

type Sending = { perSecond: number; cpuMs: number }

export const mails: Goal = {
  id: 'P11',
  work: 'mails with the never-twice guarantee',
  async measure(world) {
    const count = world.options.isShort ? 3_000 : 15_000
    const bareSink = await openSmtpSink({ keepText: false })
    const bare = await startChild('e2e/bench/reference/nodemailer-loop.ts', {
      env: {},
      readyPath: null,
      args: [String(bareSink.port), String(count), String(connections)],
    })
    const limit = await watchSending(bareSink, count, [bare.pid])
    await Promise.all([bare.stop(), bareSink.close()])

    const prefix = await queueMails(world.sql, count)
    const sink = await openSmtpSink({ keepText: false })
    const engine = await world.startEngine({ SMTP_URL: sink.url, MAIL_CONNECTIONS: String(connections) })
    const ours = await watchSending(sink, count, [engine.pid, world.database.pid])
    const sent = await untilMarked(world, prefix, count)
    const memory = memoryMbOf([engine.pid])
    await engine.stop()
    const { duplicates } = sink
    await sink.close()
    return [
      {
        id: 'P11',
        work: `${count.toLocaleString('en')} mails beside bare nodemailer`,
        unit: 'mails/s',
        limit: limit.perSecond,
        ours: ours.perSecond,
        goal: { ratioAtLeast: 2 },
      },
      { id: 'P11', work: 'mails', unit: 'mails/s', limit: null, ours: ours.perSecond, goal: { atLeast: 2_000 } },
      {
        id: 'P11',
        work: 'engine and PostgreSQL, beside nodemailer',
        unit: 'CPU ms',
        limit: limit.cpuMs,
        ours: ours.cpuMs,
        goal: { ratio: 0.33 },
      },
      { id: 'P11', work: 'engine and PostgreSQL', unit: 'CPU ms', limit: null, ours: ours.cpuMs, goal: { atMost: 0.3 } },
      {
        id: 'P11',
        work: 'mails that came twice or are not marked sent',
        unit: 'mails',
        limit: null,
        ours: duplicates + Math.abs(count - sent),
        goal: { atMost: 0 },
      },
      { id: 'P21', work: 'highest memory of the engine in P11', unit: 'MB', limit: null, ours: memory.peak, goal: { atMost: 400 } },
    ]
  },
}

/** From the first mail at the sink to the last: neither side pays for starting up. */
async function watchSending(sink: SmtpSink, count: number, pids: readonly number[]): Promise<Sending> {
  await untilTotal(sink, 1)
  const first = { at: performance.now(), total: sink.total, cpu: cpuMsOf(pids) }
  await untilTotal(sink, count)
  const mailsSent = sink.total - first.total
  return { perSecond: (mailsSent / (performance.now() - first.at)) * 1000, cpuMs: (cpuMsOf(pids) - first.cpu) / mailsSent }
}

async function untilTotal(sink: SmtpSink, total: number) {
  for (const giveUpAt = performance.now() + 120_000; sink.total < total; await sleep(5)) {
    if (performance.now() > giveUpAt) throw new Error(`only ${sink.total} of ${total} mails arrived within 2 minutes`)
  }
}

async function untilMarked({ sql }: World, prefix: string, count: number): Promise<number> {
  let sent = 0
  for (let wait = 0; wait < 100 && sent < count; wait++) {
    const { rows } = await sql.query<{ sent: number }>(
      `select count(*)::int as sent from communications where idempotency_key like $1 and state = 'sent'`,
      [`${prefix}%`],
    )
    sent = rows[0]?.sent ?? 0
    if (sent < count) await sleep(100)
  }
  return sent
}
