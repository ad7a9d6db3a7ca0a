import { setTimeout as sleep } from 'node:timers/promises'
import type { Goal, Row } from '../goal.ts'
import { openLiveCrowd } from '../measure/live-crowd.ts'
import { cpuMsOf } from '../measure/process-meter.ts'
import { percentile } from '../measure/statistics.ts'
import { type LiveView, monitorView, wallboardView } from '../world/seed-live.ts'
import { userCount, usernameOf } from '../world/seed-people.ts'
import { signIn, type World } from '../world/world.ts'
import { measureBare } from './live-sockets.ts'

const watchers = 1_000
const changesPerSecond = 2_000
const changesAtOnce = 20
// For all who look, whoever they are.
const readingsPerSecond = 1.5
const bareEveryMs = 700
// Of each news the age of one change in so many is kept: a thousand screens hear two million a second.
const keptOf = 25

/** Monitor and wallboard before a thousand screens, while everything on them changes again and again. */
export const liveViews: Goal = {
  id: 'P13',
  work: 'monitor and wallboard to 1,000 watchers',
  async measure(world) {
    const rows: Row[] = []
    for (const view of [await monitorView(world.sql), await wallboardView(world.sql)])
      try {
        rows.push(...(await measureView(world, view)))
      } finally {
        await view.remove()
      }
    return rows
  },
}

async function measureView(world: World, view: LiveView): Promise<Row[]> {
  const seconds = world.options.isShort ? 4 : 10
  const { client } = await world.ours()
  const whole = Buffer.byteLength((await client.get(view.path)).body)
  const ours = await watch(world, view, seconds)
  const bare = { bytes: ours.bytesPerDelivery, seconds, everyMs: bareEveryMs }
  const limit = await measureBare(world, { ...bare, meanwhile: () => keepChanging(view, seconds, () => undefined) })
  const work = `${view.name}, ${changesPerSecond.toLocaleString('en')} changes/s to ${watchers.toLocaleString('en')} watchers`
  const line = (what: string) => ({ id: 'P13', work: `${work}: ${what}` })
  return [
    {
      id: 'P13',
      work,
      unit: 'p95 ms',
      limit: limit.p95,
      ours: ours.p95,
      goal: { atMost: 1_000 },
      note: 'ours from the database, gathered 700 ms',
    },
    {
      ...line('read for all of them'),
      unit: 'readings/s',
      limit: null,
      ours: ours.readings / seconds,
      goal: { atMost: readingsPerSecond },
    },
    // No row twice, nor what did not change.
    {
      ...line('a reading, beside the whole view'),
      unit: 'KB',
      limit: whole / 1_024,
      ours: ours.bytesPerDelivery / 1_024,
      goal: { ratio: 1.1 },
    },
    { ...line('to each'), unit: 'KB/s', limit: null, ours: ours.bytes / 1_024 / watchers / seconds, goal: { none: true } },
    {
      ...line('CPU of the server'),
      unit: '% of a core',
      limit: limit.cpuPercent,
      ours: ours.cpuPercent,
      goal: { ratio: 2 },
      note: 'beside bare ws that hears the changes',
    },
    { ...line('screens left with another state'), unit: 'screens', limit: null, ours: ours.wrong, goal: { atMost: 0 } },
  ]
}

/** Changes the rows of a view in turn, at an even pace. */
async function keepChanging(view: LiveView, seconds: number, onChange: (keys: readonly number[], at: number) => void) {
  const began = performance.now()
  const pending: Promise<unknown>[] = []
  for (let turn = 0; turn < (seconds * changesPerSecond) / changesAtOnce; turn++) {
    const keys = Array.from({ length: changesAtOnce }, (_, n) => view.keys[(turn * changesAtOnce + n) % view.keys.length] ?? 0)
    const at = Date.now()
    onChange(keys, at)
    pending.push(view.change(keys, at))
    await sleep(Math.max(0, began + (turn + 1) * ((1_000 * changesAtOnce) / changesPerSecond) - performance.now()))
  }
  await Promise.all(pending)
}

async function watch(world: World, view: LiveView, seconds: number) {
  const { server } = await world.ours()
  const cookies = await Promise.all(Array.from({ length: userCount }, (_, user) => signIn(server.url, usernameOf(user + 1))))
  const ages: number[] = []
  // All hear the same in the same order, not at the same moment: the newest first.
  const news: { body: string; known: number[]; heard: number }[] = []
  // Of each row when it changed, as far as that was not told.
  const changes = new Map<number, number[]>()
  let count = 0
  function changesTold(text: string) {
    const tellingOf: number[] = []
    for (const { key, changedAt } of view.rowsIn(text)) {
      const waiting = changes.get(key) ?? []
      tellingOf.push(...waiting.splice(0, waiting.findLastIndex((at) => at <= changedAt) + 1).filter(() => count++ % keptOf === 0))
    }
    return tellingOf
  }
  const crowd = await openLiveCrowd({
    url: `${server.url.replace('http', 'ws')}/api/live`,
    count: watchers,
    headersOf: (socket) => ({ cookie: cookies[socket % userCount] ?? '', origin: server.url }),
    hello: JSON.stringify({ t: 'sub', id: 1, d: view.topic }),
    isReady: (text) => text.startsWith('{"t":"snap"'),
    heard(text, at) {
      const body = text.slice(text.indexOf('"d":'))
      let found = news.find((one) => one.body === body)
      if (!found) {
        found = { body, known: changesTold(text), heard: 0 }
        news.unshift(found)
      }
      found.heard++
      for (const changedAt of found.known) ages.push(at - changedAt)
    },
  })
  try {
    const before = cpuMsOf([server.pid])
    const began = performance.now()
    await keepChanging(view, seconds, (keys, at) => keys.forEach((key) => changes.set(key, [...(changes.get(key) ?? []), at])))
    const cpuPercent = ((cpuMsOf([server.pid]) - before) / (performance.now() - began)) * 100
    await sleep(2_000)
    if (crowd.deliveries === 0) throw new Error('no change reached a watcher')
    const untold = [...changes.values()].filter((waiting) => waiting.length > 0).length
    return {
      p95: percentile(ages, 0.95),
      readings: news.length,
      bytes: crowd.bytes,
      bytesPerDelivery: crowd.bytes / crowd.deliveries,
      cpuPercent,
      // The last news reached all, and it says the last of each row.
      wrong: untold > 0 ? watchers : watchers - (news[0]?.heard ?? 0),
    }
  } finally {
    crowd.close()
  }
}
