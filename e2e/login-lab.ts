import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { customerApi } from '@regie/contract/customers.ts'
import { loginApi } from '@regie/contract/login.ts'
import { rightsApi } from '@regie/contract/rights.ts'
import { userApi } from '@regie/contract/users.ts'
import pg from 'pg'
import type { Browser, BrowserContext, Page } from 'playwright'
import { startEmbeddedPostgres } from '../server/src/platform/db/embedded-postgres.ts'
import { ApiClient } from './api-client.ts'
import { openBrowser, viewports } from './open-browser.ts'
import { type Product, removeData, startProduct } from './start-product.ts'

export type Person = { username: string; email: string; mobile: string; password: string }

/** The product with a database whose clock can be turned, people who were invited, and the mail that they got. */
export class LoginLab {
  readonly product: Product
  readonly browser: Browser
  readonly sql: pg.Pool
  #people = 0
  #places = 0

  constructor(product: Product, browser: Browser, sql: pg.Pool) {
    this.product = product
    this.browser = browser
    this.sql = sql
  }

  get url() {
    // Passkeys belong to a name, not to a number.
    return this.product.url.replace('127.0.0.1', 'localhost')
  }

  async close() {
    await this.browser.close()
    await this.sql.end()
    await this.product.stop()
    removeData(this.product.dataDir)
  }

  /** Somebody new: invited by the administrator, with a password chosen by the link of the invitation. */
  async newPerson({ isInvitedOnly = false }: { isInvitedOnly?: boolean } = {}): Promise<Person & { link: string }> {
    this.#people += 1
    const username = `persoon${this.#people}`
    const person = {
      username,
      email: `${username}@demo.example`,
      mobile: `+3161234${5600 + this.#people}`,
      password: `Lange-Zin-${this.#people}-88!`,
    }
    const manager = new ApiClient(this.product.url)
    await manager.signIn('beheer', this.product.password)
    const customers = (await manager.call(customerApi.list)).body
    const groups = (await manager.call(rightsApi.listGroups)).body
    const groupIDs = groups.filter(({ name }) => name === 'Medewerker' || name === 'Demo Incasso').map(({ id }) => id)
    const contact = {
      initials: 'P.',
      firstName: 'Pim',
      middleName: 'van',
      lastName: 'Dam',
      email: person.email,
      phone: '',
      mobile: person.mobile,
    }
    const customerID = customers.find(({ name }) => name === 'Demo Incasso')?.customerID ?? null
    const made = await manager.call(userApi.create, { body: { username, contact, customerID, groupIDs, locale: 'nl' } })
    if (made.status !== 200) throw new Error(`nobody was made: ${made.text}`)
    const link = await this.linkTo(person.email)
    if (!isInvitedOnly) {
      const token = link.split('/').at(-1) ?? ''
      const chosen = await manager.call(loginApi.changePassword, { body: { token, newPassword: person.password } })
      if (chosen.status >= 300) throw new Error(`no password was chosen: ${chosen.text}`)
    }
    return { ...person, link }
  }

  /** The last message to somebody that says this; it is sent by a job, so it may take a moment. */
  async messageTo(to: string, says: RegExp): Promise<string> {
    const folder = path.join(this.product.dataDir, 'simulated-mail')
    for (let tries = 0; tries < 150; tries += 1) {
      const names = existing(folder).toSorted().toReversed()
      for (const name of names) {
        const text = readFileSync(path.join(folder, name), 'utf8')
        const found = text.includes(`To: ${to}`) ? says.exec(text) : null
        if (found) return found[1] ?? found[0]
      }
      await sleep(100)
    }
    throw new Error(`no message to ${to} says ${says}`)
  }

  async linkTo(email: string): Promise<string> {
    const path = await this.messageTo(email, /\/change\/[\w-]+/)
    return `${this.url}${path}`
  }

  /** Another browser at another address. */
  async openBrowser(size: keyof typeof viewports = 'desktop'): Promise<{ page: Page; context: BrowserContext }> {
    this.#places += 1
    const context = await this.browser.newContext({
      viewport: viewports[size],
      locale: 'nl-NL',
      timezoneId: 'Europe/Amsterdam',
      reducedMotion: 'reduce',
      permissions: ['clipboard-read', 'clipboard-write'],
      extraHTTPHeaders: { 'x-forwarded-for': `10.7.${this.#people}.${this.#places}` },
    })
    const page = await context.newPage()
    page.setDefaultTimeout(15_000)
    return { page, context }
  }
}

function existing(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

export async function openLoginLab(): Promise<LoginLab> {
  const product = await startProduct({ env: { TRUST_PROXY: 'loopback' } })
  const { url } = await startEmbeddedPostgres({ home: path.join(product.dataDir, 'postgres'), database: 'regie' })
  const sql = new pg.Pool({ connectionString: url, max: 2 })
  // The database stops before a connection that is still closing; without a listener the story would end as failed.
  sql.on('error', () => undefined)
  return new LoginLab(product, await openBrowser(), sql)
}

/** The cookies are gone, as after a day. The page is left first: it would notice, and go to signing in by itself while the test goes there too. */
export async function forgetCookies(page: Page) {
  await page.goto('about:blank')
  await page.context().clearCookies()
}

/** Fills in the sign-in screen that is shown. */
export async function fillSignIn(page: Page, username: string, password: string) {
  await page.getByLabel('Gebruikersnaam').fill(username)
  await page.getByLabel('Wachtwoord', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Inloggen' }).click()
}
