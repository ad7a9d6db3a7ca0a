import { request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Goal, Row } from '../goal.ts'
import { cpuMsOf, memoryMbOf } from '../measure/process-meter.ts'
import { median } from '../measure/statistics.ts'
import { mainCustomerId } from '../world/seed-cases.ts'
import type { World } from '../world/world.ts'

type Download = { firstByteMs: number; ms: number; bytes: number; lines: number }
type Timing = Download & { cpuMs: number; grownMb: number }

export const exportFile: Goal = {
  id: 'P8',
  work: 'export of a file',
  async measure(world) {
    const [{ server, cookie }, reference] = [await world.ours(), await world.reference()]
    const { batchIds, rows } = await batchesOf(world, 100_000)
    const body = JSON.stringify({ kind: 'batch', batchIDs: batchIds, locale: 'nl' })
    const headers = { cookie, origin: server.url, 'content-type': 'application/json' }
    const timings = { ours: [] as Timing[], limit: [] as Timing[] }
    for (let round = 0; round < (world.options.isShort ? 3 : 5); round++) {
      // So many exports an hour are one user's; those of the bench are not what the limit is for.
      await world.sql.query('delete from exports')
      timings.limit.push(
        await timed([reference.server.pid], world, () =>
          download(`${reference.server.url}/${mainCustomerId}/export?batches=${batchIds.join(',')}`, { method: 'GET' }),
        ),
      )
      timings.ours.push(
        await timed([server.pid], world, () => download(`${server.url}/api/reports/csv`, { method: 'POST', headers, body })),
      )
    }
    const of = (who: 'ours' | 'limit', key: keyof Timing) => median(timings[who].map((timing) => timing[key]))
    const work = `CSV of ${rows.toLocaleString('en')} cases, beside COPY`
    const row = (unit: string, ours: number, limit: number | null, goal: Row['goal']): Row => ({ id: 'P8', work, unit, ours, limit, goal })
    return [
      row('seconds', of('ours', 'ms') / 1000, of('limit', 'ms') / 1000, { ratio: 4 }),
      row('CPU ms', of('ours', 'cpuMs'), of('limit', 'cpuMs'), { none: true }),
      row('first byte ms', of('ours', 'firstByteMs'), of('limit', 'firstByteMs'), { atMost: 100 }),
      row('memory of the api +MB', Math.max(...timings.ours.map(({ grownMb }) => grownMb)), null, { atMost: 50 }),
      // The heading is a line of its own.
      row('cases missing', rows - (of('ours', 'lines') - 1), null, { atMost: 0 }),
    ]
  },
}

/** Batches of the main customer with so many cases together, or with all that it has. */
async function batchesOf({ sql }: World, rowsMax: number): Promise<{ batchIds: number[]; rows: number }> {
  const { rows } = await sql.query<{ id: number; total: number }>(
    `select batch_id::int as id, total::int
      from batch_counters
      where customer_id = $1 and total > 0
      order by batch_id
      limit 100`,
    [mainCustomerId],
  )
  const chosen: typeof rows = []
  let sum = 0
  for (const row of rows) {
    if (sum + row.total > rowsMax) break
    chosen.push(row)
    sum += row.total
  }
  return { batchIds: chosen.map(({ id }) => id), rows: sum }
}

async function timed(pids: readonly number[], world: World, work: () => Promise<Download>): Promise<Timing> {
  const all = [...pids, world.database.pid]
  const [cpu, before] = [cpuMsOf(all), memoryMbOf(pids).now]
  let highest = before
  let isOver = false
  const watch = (async () => {
    for (; !isOver; await sleep(20)) highest = Math.max(highest, memoryMbOf(pids).now)
  })()
  const done = await work()
  isOver = true
  await watch
  return { ...done, cpuMs: cpuMsOf(all) - cpu, grownMb: highest - before }
}

type Ask = { method: string; headers?: Record<string, string>; body?: string }

/** Reads an answer as it comes and keeps nothing of it. */
function download(url: string, { method, headers = {}, body }: Ask): Promise<Download> {
  const began = performance.now()
  return new Promise((resolve, reject) => {
    const call = request(url, { method, headers }, (answer) => {
      if (answer.statusCode !== 200) return reject(new Error(`${method} ${url} answered ${answer.statusCode}`))
      const seen = { firstByteMs: 0, bytes: 0, lines: 0 }
      answer.on('data', (part: Buffer) => {
        seen.firstByteMs ||= performance.now() - began
        seen.bytes += part.length
        for (let at = part.indexOf(10); at !== -1; at = part.indexOf(10, at + 1)) seen.lines++
      })
      answer.once('error', reject)
      answer.once('end', () => resolve({ ...seen, ms: performance.now() - began }))
    })
    call.once('error', reject)
    call.end(body)
  })
}
