import { setTimeout as sleep } from 'node:timers/promises'
import { jsonOf } from '../measure/http-client.ts'
import { childrensMemoryMb, cpuMsOf, memoryMbOf } from '../measure/process-meter.ts'
import { median } from '../measure/statistics.ts'
import type { Goal } from '../goal.ts'
import { prepareCopyTarget } from '../world/copy-target.ts'
import { copyFile, importCustomerId, multipart, uploadFile } from '../world/debtor-files.ts'
import type { World } from '../world/world.ts'
import { listP95 } from './list-p95.ts'

type Import = { importID: number; status: string; failure: unknown; counts: { new: number } | null; missing: string[] }
type Timing = { seconds: number; cpuMs: number }

export const importFile: Goal = {
  id: 'P10',
  work: 'import of a file',
  async measure(world) {
    const count = world.options.isShort ? 20_000 : 100_000
    await prepareCopyTarget(world.sql)
    const [{ server, client }, reference, engine] = [await world.ours(), await world.reference(), await world.startEngine()]
    const run = Date.now().toString(36)
    const timings = { ours: [] as Timing[], limit: [] as Timing[] }
    for (let round = 0; round < (world.options.isShort ? 1 : 3); round++) {
      const file = uploadFile(`${run}${round}-`, count)
      const bare = copyFile(`${run}${round}-`, count)
      timings.limit.push(
        await timed([reference.server.pid, world.database.pid], () =>
          reference.client.send('POST', '/copy', bare, { 'content-type': 'text/csv' }),
        ),
      )
      timings.ours.push(await timed([server.pid, engine.pid, world.database.pid], () => importOnce(world, file, count)))
    }
    const alone = await listP95(world, sleep(3_000))
    const last = importOnce(world, uploadFile(`${run}x-`, count), count)
    const [meanwhile, ofReader] = await Promise.all([listP95(world, last), childrensMemoryMb([server.pid, engine.pid], last)])
    const memory = memoryMbOf([server.pid, engine.pid])
    await engine.stop()
    client.close()
    const of = (who: Timing[], key: keyof Timing) => median(who.map((timing) => timing[key]))
    const work = `import of ${count.toLocaleString('en')} rows, beside COPY`
    return [
      { id: 'P10', work, unit: 'seconds', limit: of(timings.limit, 'seconds'), ours: of(timings.ours, 'seconds'), goal: { ratio: 6 } },
      { id: 'P10', work, unit: 'CPU ms', limit: of(timings.limit, 'cpuMs'), ours: of(timings.ours, 'cpuMs'), goal: { none: true } },
      ...(world.options.isShort
        ? []
        : [
            {
              id: 'P10',
              work: 'import beside NocoDB, 108 s',
              unit: 'seconds',
              limit: null,
              ours: of(timings.ours, 'seconds'),
              goal: { atMost: 108 / 25 },
            },
          ]),
      { id: 'P10', work: "others' list meanwhile (alone as limit)", unit: 'p95 ms', limit: alone, ours: meanwhile, goal: { ratio: 2 } },
      {
        id: 'P21',
        work: 'highest memory of api, engine and the reader of the file in P10',
        unit: 'MB',
        limit: null,
        ours: memory.peak + ofReader,
        goal: { atMost: 800 },
        note: `400 MB each for api and engine; the reader ${Math.round(ofReader)}`,
      },
    ]
  },
}

async function timed(pids: readonly number[], work: () => Promise<unknown>): Promise<Timing> {
  const [cpu, began] = [cpuMsOf(pids), performance.now()]
  await work()
  return { seconds: (performance.now() - began) / 1000, cpuMs: cpuMsOf(pids) - cpu }
}

/** Upload, check and confirm as a person does, without the thinking in between. */
async function importOnce({ ours, sql }: World, file: Buffer, count: number) {
  const { client } = await ours()
  const { rows } = await sql.query<{ id: number }>('select id::int from scripts where customer_id = $1', [importCustomerId])
  const form = multipart({ customerID: String(importCustomerId), scriptID: String(rows[0]?.id) }, file)
  const uploaded = jsonOf<Import>(await client.send('POST', '/api/files/upload', form.body, { 'content-type': form.contentType }))
  const checked = await until(uploaded.importID, 'ready')
  if (checked.counts?.new !== count) throw new Error(`the check found ${checked.counts?.new} new rows instead of ${count}`)
  await client.send('POST', `/api/imports/${uploaded.importID}/confirm`, { name: `Import ${uploaded.importID}`, startLater: true })
  await until(uploaded.importID, 'done')

  async function until(importID: number, wanted: string): Promise<Import> {
    for (;;) {
      const found = jsonOf<Import>(await client.get(`/api/imports/${importID}`))
      if (found.status === wanted) return found
      if (['failed', 'mapping', 'cancelled'].includes(found.status))
        throw new Error(`the import is ${found.status}: ${JSON.stringify([found.failure, found.missing])}`)
      await sleep(50)
    }
  }
}
