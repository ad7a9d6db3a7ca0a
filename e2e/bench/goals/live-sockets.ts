import { setTimeout as sleep } from 'node:timers/promises'
import { openLiveCrowd } from '../measure/live-crowd.ts'
import { cpuMsOf } from '../measure/process-meter.ts'
import { percentile } from '../measure/statistics.ts'
import type { Goal } from '../goal.ts'
import { mainCustomerId } from '../world/seed-cases.ts'
import { userCount, usernameOf } from '../world/seed-people.ts'
import { signIn, type World } from '../world/world.ts'

const socketCount = 1_000
const changesPerSecond = 100
const changedBatches = 10

export const liveSockets: Goal = {
  id: 'P13',
  work: 'live updates to 1,000 sockets',
  async measure(world) {
    const seconds = world.options.isShort ? 3 : 10
    const ours = await measureOurs(world, seconds)
    const limit = await measureBare(world, { bytes: ours.bytesPerDelivery, seconds })
    const work = `${changesPerSecond} changes/s to ${socketCount.toLocaleString('en')} sockets`
    return [
      {
        id: 'P13',
        work,
        unit: 'p50 ms',
        limit: limit.p50,
        ours: ours.p50,
        goal: { none: true },
        note: 'ours from the database, gathered 250 ms',
      },
      { id: 'P13', work, unit: 'p95 ms', limit: limit.p95, ours: ours.p95, goal: { atMost: 500 } },
      {
        id: 'P13',
        work: `a delivery of ${Math.round(ours.bytesPerDelivery)} bytes, beside bare ws`,
        unit: 'CPU us',
        limit: limit.cpuUs,
        ours: ours.cpuUs,
        goal: { ratio: 2 },
      },
    ]
  },
}

async function measureOurs(world: World, seconds: number) {
  const { server } = await world.ours()
  // A member of staff may have 50 sockets, so the crowd is many people.
  const cookies = await Promise.all(Array.from({ length: userCount }, (_, user) => signIn(server.url, usernameOf(user + 1))))
  const latencies: number[] = []
  let last = ''
  let known: number[] = []
  const crowd = await openLiveCrowd({
    url: `${server.url.replace('http', 'ws')}/api/live`,
    count: socketCount,
    headersOf: (socket) => ({ cookie: cookies[socket % userCount] ?? '', origin: server.url }),
    hello: JSON.stringify({ t: 'sub', id: 1, d: { topic: 'batches', customerID: mainCustomerId } }),
    isReady: (text) => text.startsWith('{"t":"snap"'),
    heard: (text, at) => {
      // All sockets hear the same text; reading it once is enough to know when its changes were made.
      if (text !== last) [last, known] = [text, changeTimesIn(text)]
      for (const changedAt of known) latencies.push(at - changedAt)
    },
  })
  try {
    const before = cpuMsOf([server.pid])
    await changeBatches(world, seconds)
    await sleep(700)
    if (crowd.deliveries === 0) throw new Error('no change reached a socket')
    return {
      p50: percentile(latencies, 0.5),
      p95: percentile(latencies, 0.95),
      bytesPerDelivery: crowd.bytes / crowd.deliveries,
      cpuUs: ((cpuMsOf([server.pid]) - before) / crowd.deliveries) * 1000,
    }
  } finally {
    crowd.close()
  }
}

/** Changes batches at an even pace; each change carries the moment at which it was made. */
async function changeBatches({ sql }: World, seconds: number) {
  const { rows } = await sql.query<{ id: number }>(
    `
    select id::int from batches where customer_id = $1 order by id desc limit $2`,
    [mainCustomerId, changedBatches],
  )
  const began = performance.now()
  const pending: Promise<unknown>[] = []
  for (let turn = 0; turn < seconds * changesPerSecond; turn++) {
    const batchId = rows[turn % rows.length]?.id
    const event = JSON.stringify({ kind: 'batch.changed', customerId: mainCustomerId, batchId })
    pending.push(
      sql.query({
        name: 'change-batch',
        text: `with changed as (update batches set comments = $3 where customer_id = $1 and id = $2)
          select pg_notify('live', $4)`,
        values: [mainCustomerId, batchId, `changed ${Date.now()}`, event],
      }),
    )
    await sleep(Math.max(0, began + (turn + 1) * (1000 / changesPerSecond) - performance.now()))
  }
  await Promise.all(pending)
}

function changeTimesIn(text: string): number[] {
  const message = JSON.parse(text) as { d?: { upsert?: { comments: string }[] } }
  return (message.d?.upsert ?? []).flatMap(({ comments }) => (comments.startsWith('changed ') ? [Number(comments.slice(8))] : []))
}

type Bare = { bytes: number; seconds: number; everyMs?: number; meanwhile?: () => Promise<unknown> }

/** A bare server that sends so many bytes to as many sockets, at an even pace; with something that changes meanwhile it hears of that too. */
export async function measureBare(world: World, { bytes, seconds, everyMs = 250, meanwhile }: Bare) {
  const { server, client } = await world.reference()
  const latencies: number[] = []
  const crowd = await openLiveCrowd({
    url: `${server.url.replace('http', 'ws')}/live`,
    count: socketCount,
    heard: (text, at) => latencies.push(at - Number(/"at":(\d+)/.exec(text)?.[1])),
  })
  try {
    const before = cpuMsOf([server.pid])
    const began = performance.now()
    await client.send(
      'POST',
      `/broadcast?bytes=${Math.round(bytes)}&everyMs=${everyMs}&times=${Math.round((seconds * 1_000) / everyMs)}${meanwhile ? '&hears=1' : ''}`,
    )
    await meanwhile?.()
    const cpuPercent = ((cpuMsOf([server.pid]) - before) / (performance.now() - began)) * 100
    await sleep(meanwhile ? 1_000 : seconds * 1000 + 700)
    return {
      cpuPercent,
      p50: percentile(latencies, 0.5),
      p95: percentile(latencies, 0.95),
      cpuUs: ((cpuMsOf([server.pid]) - before) / crowd.deliveries) * 1000,
    }
  } finally {
    crowd.close()
  }
}
