import type { Page } from 'playwright'

/** Title and content are there, and no outline of what is still to come. */
export async function untilShown(page: Page) {
  await page.locator('main h1').first().waitFor()
  await page.locator('main [class*=skeleton]').first().waitFor({ state: 'detached' })
}

/**
 * Goes to another screen from the one that is shown, by itself as a link within the product does: loading the product anew for each would take longer than
 * looking at it. A tab of the same screen is loaded anew.
 */
export async function openScreen(page: Page, address: string) {
  const { origin, pathname } = new URL(page.url())
  if (pathname === address.split('?')[0]) await page.goto(origin + address)
  else {
    await page.evaluate(`document.querySelector('main h1').dataset.left = ''
      history.pushState({}, '', ${JSON.stringify(address)})`)
    await page.locator('main h1[data-left]').waitFor({ state: 'detached' })
  }
  await untilShown(page)
}
