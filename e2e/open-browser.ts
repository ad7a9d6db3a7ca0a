import { type Browser, chromium, type Page } from 'playwright'
import { ensureBrowser } from '../scripts/ensure-browser.ts'

/** The sizes at which screens are looked at: a desk and a phone. */
export const viewports = { desktop: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } }

/** The pages of the stories that run. */
export const openPages = new Set<Page>()

/** Opens the machine's Chromium; it never calls home. */
export async function openBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: await ensureBrowser(),
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      // A microphone that hears a beep, and may be used.
      '--use-fake-device-for-media-stream',
      '--use-fake-ui-for-media-stream',
    ],
  })
}

/** A new person at a new browser: own cookies, Dutch, and a list of what the console complained about. */
export async function openPage(browser: Browser, size: keyof typeof viewports = 'desktop'): Promise<{ page: Page; complaints: string[] }> {
  const context = await browser.newContext({ viewport: viewports[size], locale: 'nl-NL', timezoneId: 'Europe/Amsterdam' })
  const page = await context.newPage()
  const complaints: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(`${message.text()} ${new URL(message.location().url || 'about:blank').pathname}`)
  })
  page.on('pageerror', (error) => complaints.push(error.message))
  openPages.add(page)
  page.on('close', () => openPages.delete(page))
  return { page, complaints }
}

/** Signs in on the page as a person would. */
export async function signIn(page: Page, url: string, username: string, password: string) {
  await page.goto(`${url}/login`)
  await page.getByLabel('Gebruikersnaam').fill(username)
  await page.getByLabel('Wachtwoord', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Inloggen' }).click()
  // Everybody lands on home; the stories begin at the list of batches.
  await page.waitForURL(`${url}/`)
  await page.goto(`${url}/batches`)
}

/** Chooses from a list by its word: up to ten choices are a select, more are searched. */
export async function choose(page: Page, label: string, option: string) {
  const field = page.getByLabel(label)
  await field.waitFor()
  if (await field.and(page.locator('select')).isVisible()) {
    await field.selectOption({ label: option })
    return
  }
  await field.click()
  await page.getByRole('option', { name: option, exact: true }).filter({ visible: true }).click()
}
