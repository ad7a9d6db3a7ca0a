import axe, { type AxeResults } from 'axe-core'
import type { Page } from 'playwright'
import { viewports } from './open-browser.ts'

// What turns on and on is left out, and what moves with a scrollbar rather than with the clock: neither ever ends.
const settled = `Promise.race([
  Promise.allSettled(document.getAnimations()
    .filter((one) => one.playState === 'running' && one.timeline instanceof DocumentTimeline && one.effect.getComputedTiming().endTime !== Infinity)
    .map((one) => one.finished)),
  new Promise((resolve) => setTimeout(resolve, 2000))]).then(() => null)`

/** What keeps somebody out of the screen that is shown, at either size: serious findings of axe, and whatever is wider than the window. */
export async function faultsOf(page: Page, screen: string): Promise<string[]> {
  const faults: string[] = []
  for (const [size, viewport] of Object.entries(viewports)) {
    await page.setViewportSize(viewport)
    faults.push(...(await faultsAt(page, `${screen}, ${size}`)))
  }
  await page.setViewportSize(viewports.desktop)
  return faults
}

/** The same at the size that the page has. */
export async function faultsAt(page: Page, screen: string): Promise<string[]> {
  const faults: string[] = []
  // What is being waited for shows paler, and a colour on its way to another is no colour that anybody reads.
  const busy = page.locator('[aria-busy=true]').first()
  await busy.waitFor({ state: 'detached', timeout: 5000 }).catch(() => undefined)
  await page.evaluate(settled)
  // There are no frames here. A walk from screen to screen loads axe once; handing it over takes longer than its work.
  if (!(await page.evaluate<boolean>("'axe' in window"))) await page.evaluate(axe.source)
  const { violations } = await page.evaluate<AxeResults>("axe.run(document, { resultTypes: ['violations'] })")
  for (const { id, impact, nodes } of violations)
    if (impact === 'serious' || impact === 'critical')
      faults.push(`${screen}: ${id} at ${nodes.map(({ target }) => target.join(' ')).join(', ')}`)
  const tooWide = await page.evaluate<number>('document.documentElement.scrollWidth - window.innerWidth')
  if (tooWide > 0) faults.push(`${screen}: ${tooWide} px too wide`)
  // A part of the library whose styles came in another order than they were written.
  const isBare = await page.evaluate<boolean>(
    "[...document.querySelectorAll('[role=tab]')].some((tab) => getComputedStyle(tab).paddingLeft === '0px')",
  )
  if (isBare) faults.push(`${screen}: tabs without their look`)
  const tooHigh = await page.evaluate<boolean>(
    "document.querySelector('main') !== null && getComputedStyle(document.querySelector('main')).overflowY === 'auto' && document.documentElement.scrollHeight > window.innerHeight",
  )
  if (tooHigh) faults.push(`${screen}: the page scrolls beside its screen`)
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/${screen.replaceAll(/[^\w=-]+/g, '-')}.png`, fullPage: true })
  return faults
}
