import { setTimeout as sleep } from 'node:timers/promises'
import type { Page } from 'playwright'
import { heapMbOf, openSlowPage } from '../measure/page-visit.ts'
import { median } from '../measure/statistics.ts'
import type { Goal } from '../goal.ts'
import { addCasesToOneBatch } from '../world/long-batch.ts'
import { withBrowser } from './browser-world.ts'

const rows = 10_000

export const longTable: Goal = {
  id: 'P20',
  work: 'scrolling through 10,000 rows',
  measure: (world) =>
    withBrowser(world, async ({ browser, oursUrl, bareUrl, cookie }) => {
      const batchId = await addCasesToOneBatch(world.sql, rows)
      const [ours, bare] = [await openSlowPage(browser, { url: oursUrl, cookie }), await openSlowPage(browser, { url: bareUrl })]
      try {
        await ours.page.goto(`${oursUrl}/batches/${batchId}`)
        await bare.page.goto(`${bareUrl}#list`)
        for (const { page } of [ours, bare])
          await page.waitForFunction(`document.querySelectorAll('[role="row"]').length > 5`, undefined, { timeout: 30_000 })
        const loaded = await loadAllRows(ours.page)
        const frames = await scrollInTurns(ours.page, bare.page, world.options.rounds)
        const work = `batch of ${rows.toLocaleString('en')} rows, ${loaded.toLocaleString('en')} loaded, 4x slower`
        return [
          {
            id: 'P20',
            work,
            unit: 'frames/s',
            limit: frames.bare,
            ours: frames.ours,
            goal: { ratioAtLeast: 0.9 },
            note: 'a bare virtual list',
          },
          { id: 'P20', work, unit: 'heap MB', limit: null, ours: await heapMbOf(ours.cdp), goal: { atMost: 40 } },
        ]
      } finally {
        await ours.context.close()
        await bare.context.close()
      }
    }),
}

// The element that scrolls is found by what it does, so that the table may change its making.
const findScroller = `const scroller = [...document.querySelectorAll('[role="grid"], [role="grid"] *, main, main *')].find((element) =>
  element.scrollHeight > element.clientHeight + 500 && getComputedStyle(element).overflowY !== 'visible' && element.querySelector('[role="row"]'));
  if (!scroller) throw new Error('no table that scrolls');`

/** Scrolls to the end until no more rows come. Answers the highest row number seen. */
async function loadAllRows(page: Page): Promise<number> {
  let [last, still] = [0, 0]
  while (still < 8) {
    const seen = await page.evaluate<number>(`(() => { ${findScroller} scroller.scrollTop = scroller.scrollHeight;
      return Math.max(0, ...[...document.querySelectorAll('[role="row"][aria-rowindex]')].map((row) => Number(row.getAttribute('aria-rowindex')))) - 1; })()`)
    still = seen > last ? 0 : still + 1
    last = Math.max(last, seen)
    if (last >= rows) break
    await sleep(150)
  }
  return last
}

/** Frames a second of both, in turns: how fast a page is painted is mostly the machine's doing. Medians over the rounds. */
async function scrollInTurns(ours: Page, bare: Page, rounds: number): Promise<{ ours: number; bare: number }> {
  const seen = { ours: [] as number[], bare: [] as number[] }
  for (let round = 0; round < rounds; round++) {
    for (const [name, page] of [['bare', bare] as const, ['ours', ours] as const]) {
      // A page behind another gets no frames.
      await page.bringToFront()
      seen[name].push(await scrollThrough(page))
    }
  }
  return { ours: median(seen.ours), bare: median(seen.bare) }
}

/** Up again at a brisk pace for four seconds: 120 px a frame, and how many frames there were. */
async function scrollThrough(page: Page): Promise<number> {
  return page.evaluate<number>(`new Promise((resolve) => { ${findScroller}
    scroller.scrollTop = scroller.scrollHeight / 2;
    let frames = 0; const began = performance.now();
    const step = () => { scroller.scrollTop -= 120; frames++; performance.now() - began < 4000 ? requestAnimationFrame(step) : resolve(frames / ((performance.now() - began) / 1000)); };
    setTimeout(() => requestAnimationFrame(step), 500); })`)
}
