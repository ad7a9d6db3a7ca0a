import { setTimeout as sleep } from 'node:timers/promises'
import { percentile } from '../bench/measure/statistics.ts'
import { memoryMbOf } from '../bench/measure/process-meter.ts'
import { mainCustomerId } from '../bench/world/seed-cases.ts'
import { usernameOf } from '../bench/world/seed-people.ts'
import { openWorld, signIn, type World } from '../bench/world/world.ts'
import { expectThat, type Finding } from './fault-lab.ts'
import { type LiveTab, openLiveTab } from './live-tab.ts'
import { openServerEnds } from './server-ends.ts'

type Size = { sockets: number; slow: number; isStrict: boolean }
type Case = { id: number; batchId: number }

const changesPerSecond = 200
const followedCases = 50
const socketsOfOne = 40
const closedWithinMs = 10_000
// Longer than any limit of the server: one that is not closed by then is left open.
const watchedMs = 60_000
const memoryMb = 150
const readingMs = 2_000
const p95Ms = 200

/**
 * R17: a crowd of open screens to which 200 changes a second are told, some of which stop reading: the bytes stay in the sockets of the kernel, as those
 * of a laptop that went to sleep. The slow ones are closed and cost no memory, the others notice nothing, and whoever comes back shows what the database has.
 */
export async function slowReaders({ sockets, slow, isStrict }: Size): Promise<Finding[]> {
  const options = { isShort: !isStrict, asJson: false, keepsData: false, only: null, cases: 4_000, roundMs: 0, rounds: 1 }
  const world = await openWorld(options, () => undefined)
  const tabs: LiveTab[] = []
  try {
    const { server } = await world.ours()
    const cookies = await Promise.all(
      Array.from({ length: Math.ceil(sockets / socketsOfOne) }, (_, n) => signIn(server.url, usernameOf(n + 1))),
    )
    const cases = await findCases(world)
    const beforeMb = memoryMbOf([server.pid]).now
    for (let opened = 0; opened < sockets; opened += socketsOfOne)
      tabs.push(
        ...(await Promise.all(
          Array.from({ length: Math.min(socketsOfOne, sockets - opened) }, (_, n) => {
            const followed = cases[(opened + n) % cases.length] as Case
            return openLiveTab({
              url: server.url,
              cookie: cookies[opened / socketsOfOne] ?? '',
              customerId: mainCustomerId,
              caseId: followed.id,
            })
          }),
        )),
      )
    const followers = Map.groupBy(tabs, ({ caseId }) => caseId)
    const changes = startChanges(world, cases, (id, at) => followers.get(id)?.forEach((tab) => tab.expectNews(at)))
    await sleep(2_000)
    const isSlow = (_: LiveTab, at: number) => at % (sockets / slow) === 0
    const stalled = tabs.filter(isSlow)
    const others = tabs.filter((tab, at) => !isSlow(tab, at))
    others.forEach((tab) => tab.beginMeasuring())
    await sleep(readingMs)
    // While all read: what the machine itself takes.
    const before = percentile(
      others.flatMap((tab) => tab.delays.splice(0)),
      0.95,
    )
    const ends = openServerEnds(Number(new URL(server.url).port))
    stalled.forEach((tab) => tab.pause())
    const pausedAt = performance.now()
    const closedAfter = new Map<LiveTab, number>()
    let mostMb = beforeMb
    while (closedAfter.size < stalled.length && performance.now() - pausedAt < watchedMs) {
      const open = ends.stillOpen()
      for (const tab of stalled) if (!closedAfter.has(tab) && !open.has(tab.port)) closedAfter.set(tab, performance.now() - pausedAt)
      mostMb = Math.max(mostMb, memoryMbOf([server.pid]).now)
      await sleep(200)
    }
    const delays = others.flatMap((tab) => tab.delays)
    // They read again: what they meet is the end of their socket, and they come back as a browser does.
    const codes = await Promise.all(stalled.map((tab) => tab.comeBack()))
    await sleep(1_000)
    await changes.stop()
    await sleep(1_500)
    const shown = await findShown(world)
    const differs = tabs.filter((tab) => !tab.shows(shown)).length
    const closedOthers = others.filter((tab) => tab.isClosed).length
    const missed = others.reduce((sum, tab) => sum + tab.missed, 0)
    const last = Math.max(...closedAfter.values())
    const p95 = percentile(delays, 0.95)
    return [
      expectThat(
        closedAfter.size === stalled.length && last <= closedWithinMs,
        `of ${stalled.length} that read nothing ${closedAfter.size} were closed, the last after ${(last / 1_000).toFixed(1)} s (limit 10), with code ${[...new Set(codes)].join(', ')}`,
      ),
      expectThat(
        mostMb - beforeMb < memoryMb,
        `memory of the server ${beforeMb.toFixed(0)} -> ${mostMb.toFixed(0)} MB with ${sockets} sockets (limit +${memoryMb})`,
      ),
      expectThat(closedOthers === 0 && missed === 0, `of ${others.length} others ${closedOthers} were closed, ${missed} news missed`),
      // Other work shares the machine in the short form: there a time is shown, not held.
      expectThat(
        delays.length > 0 && (!isStrict || p95 < p95Ms),
        `news to them: p50 ${percentile(delays, 0.5).toFixed(0)} ms, p95 ${p95.toFixed(0)} ms (limit ${p95Ms}; ${before.toFixed(0)} while all read), ${changes.made} changes`,
      ),
      expectThat(
        differs === 0 && changes.made > 0,
        `screens that show something else than the database afterwards: ${differs} of ${tabs.length}`,
      ),
    ]
  } finally {
    tabs.forEach((tab) => tab.close())
    await world.close()
  }
}

async function findCases({ sql }: World): Promise<Case[]> {
  const { rows } = await sql.query<Case>(
    `select id, batch_id as "batchId" from (
       select c.id::int, c.batch_id::int, row_number() over (partition by c.batch_id order by c.id) as nth
       from cases c
       where c.customer_id = $1) numbered
     where nth <= 3
     order by batch_id desc, id
     limit $2`,
    [mainCustomerId, followedCases],
  )
  return rows
}

/** Changes a case and its batch at an even pace; each says so as the product does. */
function startChanges({ sql }: World, cases: readonly Case[], onChange: (caseId: number, at: number) => void) {
  const began = performance.now()
  const pending = new Set<Promise<unknown>>()
  let isStopped = false
  const changes = { made: 0, stop }
  const done = (async () => {
    while (!isStopped) {
      const changed = cases[changes.made % cases.length] as Case
      onChange(changed.id, performance.now())
      const asked = sql.query({
        name: 'change-case',
        text: `with changed as (update batches set comments = $3 where customer_id = $1 and id = $2)
          select publish_case_changed($1, $2, $4), publish_batch_changed($1, $2)`,
        values: [mainCustomerId, changed.batchId, `change ${changes.made}`, changed.id],
      })
      pending.add(asked)
      void asked.finally(() => pending.delete(asked)).catch(() => undefined)
      changes.made++
      await sleep(Math.max(0, began + changes.made * (1_000 / changesPerSecond) - performance.now()))
    }
    await Promise.all(pending)
  })()
  async function stop() {
    isStopped = true
    await done
  }
  return changes
}

async function findShown({ sql }: World): Promise<Map<number, string>> {
  const { rows } = await sql.query<{ id: number; comments: string }>(
    "select id::int, comments from batches where customer_id = $1 and comments like 'change %'",
    [mainCustomerId],
  )
  return new Map(rows.map(({ id, comments }) => [id, comments]))
}
