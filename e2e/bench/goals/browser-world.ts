import { rmSync } from 'node:fs'
import type { Browser } from 'playwright'
import { openBrowser } from '../../open-browser.ts'
import { median } from '../measure/statistics.ts'
import { visit, type Visit } from '../measure/page-visit.ts'
import { buildBareReact } from '../world/bare-react.ts'
import { startChild } from '../world/child-server.ts'
import type { World } from '../world/world.ts'
import { makeTempFolder } from '../../../server/test/make-temp-folder.ts'

export type BrowserWorld = { browser: Browser; oursUrl: string; bareUrl: string; cookie: string }

/** A browser, our app and the bare React page, each behind its own server. */
export async function withBrowser<T>(world: World, use: (opened: BrowserWorld) => Promise<T>): Promise<T> {
  const bareDir = makeTempFolder('bare-react')
  await buildBareReact(bareDir)
  const bare = await startChild('e2e/bench/reference/reference-server.ts', {
    env: { DATABASE_URL: world.database.url, BARE_REACT_DIR: bareDir },
  })
  const { server, cookie } = await world.ours()
  const browser = await openBrowser()
  try {
    return await use({ browser, oursUrl: server.url, bareUrl: `${bare.url}/bare/index.html`, cookie })
  } finally {
    await browser.close()
    await bare.stop()
    rmSync(bareDir, { recursive: true, force: true })
  }
}

/** Both pages in turns, medians over the rounds. */
export async function raceVisits(
  { browser }: BrowserWorld,
  rounds: number,
  ours: Parameters<typeof visit>[1],
  limit: Parameters<typeof visit>[1],
): Promise<{ ours: Visit; limit: Visit }> {
  const seen = { ours: [] as Visit[], limit: [] as Visit[] }
  for (let round = 0; round < rounds; round++) {
    seen.limit.push(await visit(browser, limit))
    seen.ours.push(await visit(browser, ours))
  }
  return { ours: mediansOf(seen.ours), limit: mediansOf(seen.limit) }
}

function mediansOf(visits: readonly Visit[]): Visit {
  const of = (key: keyof Visit) => median(visits.map((visited) => visited[key]))
  return {
    paintMs: of('paintMs'),
    rowsMs: of('rowsMs'),
    blockingMs: of('blockingMs'),
    gzipKb: of('gzipKb'),
    requests: of('requests'),
    heapMb: of('heapMb'),
  }
}
