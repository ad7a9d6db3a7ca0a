import { gzipSync } from 'node:zlib'
import type { Browser, BrowserContext, CDPSession, Page } from 'playwright'

export type Visit = { paintMs: number; rowsMs: number; blockingMs: number; gzipKb: number; requests: number; heapMb: number }
type Options = { url: string; cookie?: string | undefined; rows?: number; slowdown?: number }

// Runs before the page's own code: notes when so many rows are in the document, and every task that holds the page longer than 50 ms.
const watcher = (rows: number) => `
  window.bench = { rowsMs: null, blockingMs: 0 };
  new PerformanceObserver((list) => { for (const task of list.getEntries()) window.bench.blockingMs += Math.max(0, task.duration - 50); }).observe({ type: 'longtask', buffered: true });
  const look = () => {
    if (window.bench.rowsMs === null && document.querySelectorAll('[role="row"]').length >= ${rows}) requestAnimationFrame(() => { window.bench.rowsMs ??= performance.now(); });
  };
  new MutationObserver(look).observe(document, { childList: true, subtree: true });`

/** Opens a page as somebody who was never here does: empty cache, slow processor; measures until it has painted, its rows stand there and the network is quiet. */
export async function visit(browser: Browser, { url, cookie, rows = 0, slowdown = 4 }: Options): Promise<Visit> {
  const { context, page, cdp } = await openSlowPage(browser, { url, cookie, slowdown })
  try {
    await page.addInitScript(watcher(rows))
    const texts = collectSources(page)
    await page.goto(url, { waitUntil: 'networkidle' })
    if (rows > 0) await page.waitForFunction('window.bench.rowsMs !== null', undefined, { timeout: 30_000 })
    const seen = await page.evaluate<{ paintMs: number; rowsMs: number | null; blockingMs: number; requests: number }>(
      `({ ...window.bench, paintMs: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? NaN, requests: performance.getEntriesByType('resource').length + 1 })`,
    )
    return {
      ...seen,
      rowsMs: seen.rowsMs ?? Number.NaN,
      gzipKb: (await texts()).reduce((sum, text) => sum + gzipSync(text, { level: 9 }).length, 0) / 1000,
      heapMb: await heapMbOf(cdp),
    }
  } finally {
    await context.close()
  }
}

/** A new person's browser, whose policy lets our watcher in, with a processor so many times slower. */
export async function openSlowPage(
  browser: Browser,
  { url, cookie, slowdown = 4 }: Options,
): Promise<{ context: BrowserContext; page: Page; cdp: CDPSession }> {
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    locale: 'nl-NL',
    timezoneId: 'Europe/Amsterdam',
    bypassCSP: true,
  })
  for (const pair of cookie ? cookie.split('; ') : []) {
    const at = pair.indexOf('=')
    await context.addCookies([{ name: pair.slice(0, at), value: pair.slice(at + 1), url }])
  }
  const page = await context.newPage()
  const cdp = await context.newCDPSession(page)
  await cdp.send('Network.setCacheDisabled', { cacheDisabled: true })
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
  return { context, page, cdp }
}

export async function heapMbOf(cdp: CDPSession): Promise<number> {
  await cdp.send('HeapProfiler.enable')
  await cdp.send('HeapProfiler.collectGarbage')
  const { usedSize } = await cdp.send('Runtime.getHeapUsage')
  return usedSize / 1024 / 1024
}

function collectSources(page: Page): () => Promise<Buffer[]> {
  const bodies: Promise<Buffer>[] = []
  page.on('response', (response) => {
    if (['script', 'stylesheet'].includes(response.request().resourceType())) bodies.push(response.body().catch(() => Buffer.alloc(0)))
  })
  return () => Promise.all(bodies)
}
