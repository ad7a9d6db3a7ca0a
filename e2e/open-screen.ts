import type { Page } from 'playwright'

/** Title and content are there, and no outline of what is still to come. */
export async function untilShown(page: Page) {
  await page.locator('main h1').first().waitFor()
  await page.locator('main [class*=skeleton]').first().waitFor({ state: 'detached' })
}

// A screen that stays the same under another address keeps its title.
const titleStaysMs = 3_000

/**
 * Goes to another screen from the one that is shown, by itself as a link within the product does: loading the product anew for each would take longer than
 * looking at it. Another address of the same screen is loaded anew.
 */
export async function openScreen(page: Page, address: string) {
  const { origin, pathname } = new URL(page.url())
  const isOther = pathname !== address.split('?')[0] && (await leaveFor(page, address))
  if (!isOther) await page.goto(origin + address)
  await untilShown(page)
}

/** False when what was shown is still there. */
async function leaveFor(page: Page, address: string): Promise<boolean> {
  await page.evaluate(`document.querySelector('main h1').dataset.left = ''
    history.pushState({}, '', ${JSON.stringify(address)})`)
  const left = page.locator('main h1[data-left]')
  return left.waitFor({ state: 'detached', timeout: titleStaysMs }).then(
    () => true,
    () => false,
  )
}
