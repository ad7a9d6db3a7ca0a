// The hostile user has a thread alone, so that what they cost us here is not counted as the server's slowness.
import { setTimeout as sleep } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'
import { heavyRequests } from './heavy-requests.ts'

const { name, url, cookie } = workerData as { name: string; url: string; cookie: string }
const work = heavyRequests.find((one) => one.name === name)
if (!work || !parentPort) throw new Error(`there is no heavy request ${name}`)
const port = parentPort

const stop = new AbortController()
port.once('message', () => stop.abort())
const statuses = new Map<number, number>()
const asking = Array.from({ length: work.atOnce }, async (_, n) => {
  for (let turn = n; !stop.signal.aborted; turn += work.atOnce) {
    const status = await work.ask({ url, cookie, stop: stop.signal }, turn).catch(() => 0)
    statuses.set(status, (statuses.get(status) ?? 0) + 1)
    // Who is refused comes back soon, not at once: that would be a flood of requests, which a proxy counts.
    if (status >= 400) await sleep(20)
  }
})
// Whoever measures begins when the first requests are under way.
await sleep(200)
port.postMessage('begun')
await Promise.race([Promise.all(asking), new Promise((resolve) => stop.signal.addEventListener('abort', () => setTimeout(resolve, 2_000)))])
port.postMessage([...statuses])
