import type { Browser } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openBrowser, openPage, signIn } from './open-browser.ts'
import { faultsOf } from './screen-faults.ts'
import { type Product, removeData, startProduct } from './start-product.ts'

let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser?.close())

async function open(product: Product) {
  const { page, complaints } = await openPage(browser)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await signIn(page, product.url, 'beheer', product.password)
  await page.goto(`${product.url}/admin/whatsappweb`)
  return { page, complaints }
}

async function withProduct(env: Record<string, string>, story: (product: Product) => Promise<void>) {
  const product = await startProduct({ env })
  try {
    await story(product)
  } finally {
    await product.stop()
    removeData(product.dataDir)
  }
}

test('a number is paired by its code, stays connected, and is unpaired after a question', async () => {
  await withProduct({ WHATSAPP_WEB: 'simulation' }, async (product) => {
    const { page, complaints } = await open(product)
    const faults: string[] = []
    const panel = page.getByRole('region', { name: 'Gekoppeld nummer' })
    await page.getByText('Dit nummer bestaat niet.').waitFor()
    faults.push(...(await faultsOf(page, 'whatsappweb')))

    await page.getByRole('button', { name: 'Nummer koppelen' }).click()
    await panel.getByRole('img', { name: 'QR-code 1 om met WhatsApp te scannen' }).waitFor()
    await panel.getByText(/^Deze code geldt nog \d+ seconden?\.$/).waitFor()
    faults.push(...(await faultsOf(page, 'whatsappweb-code')))

    // The code comes and goes on the screen of a colleague too.
    const colleague = await open(product)
    await colleague.page.getByRole('img', { name: /^QR-code \d/ }).waitFor()
    await page.getByRole('button', { name: 'Code scannen (simulatie)' }).click()
    for (const one of [page, colleague.page]) await one.getByText('+31600000000').waitFor()
    await panel.getByText('6 berichten per minuut').waitFor()
    faults.push(...(await faultsOf(page, 'whatsappweb-open')))
    await page.reload()
    await panel.getByText('+31600000000').waitFor()

    await page.getByRole('button', { name: 'Ontkoppelen' }).click()
    const question = page.getByRole('dialog', { name: '+31600000000 ontkoppelen?' })
    await question.getByRole('button', { name: 'Annuleren' }).click()
    await question.waitFor({ state: 'hidden' })
    await page.getByRole('button', { name: 'Ontkoppelen' }).click()
    await question.getByRole('button', { name: 'Ontkoppelen' }).click()
    await page.getByRole('button', { name: 'Nummer koppelen' }).waitFor()
    await colleague.page.getByRole('button', { name: 'Nummer koppelen' }).waitFor()
    expect(faults).toEqual([])
    expect([...complaints, ...colleague.complaints]).toEqual([])
  })
})

test('where it is off the screen says so and how it is switched on, and nothing else', async () => {
  await withProduct({}, async (product) => {
    const { page, complaints } = await open(product)
    await page.getByText('WhatsApp Web staat uit').waitFor()
    await page.getByText('WHATSAPP_WEB=on').waitFor()
    expect(await page.getByRole('region', { name: 'Gekoppeld nummer' }).count()).toBe(0)
    expect(await faultsOf(page, 'whatsappweb-off')).toEqual([])
    expect(complaints).toEqual([])
  })
})
