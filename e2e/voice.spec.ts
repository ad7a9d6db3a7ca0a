import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openBrowser, openPage, signIn } from './open-browser.ts'
import { missingSpeechPeers } from './peers/speech-peers.ts'
import { faultsOf } from './screen-faults.ts'
import { type Product, removeData, startProduct } from './start-product.ts'

const isVoiceHere = missingSpeechPeers().length === 0

let product: Product
let browser: Browser
beforeAll(async () => {
  product = await startProduct()
  browser = await openBrowser()
})
afterAll(async () => {
  await browser?.close()
  await product?.stop()
  if (product) removeData(product.dataDir)
})

async function open(path: string) {
  const { page, complaints } = await openPage(browser)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await signIn(page, product.url, 'beheer', product.password)
  await page.goto(`${product.url}${path}`)
  return { page, complaints }
}

test.runIf(isVoiceHere)('a text is typed and heard, with its length and its words as they are said', async () => {
  const { page, complaints } = await open('/admin/tts')
  const faults: string[] = []
  await page.getByText('Nog niets beluisterd').waitFor()
  faults.push(...(await faultsOf(page, 'speech')))
  await page.getByRole('textbox', { name: 'Tekst' }).fill('U betaalt € 1.234,56 voor 22-11-2026.')
  await page.getByRole('button', { name: 'Uitspreken' }).click()
  const heard = page.getByRole('region', { name: 'Beluisterd' })
  await heard.getByText('U betaalt 1234 euro en 56 cent voor 22 november 2026.').waitFor()
  await heard.getByText(/^\d+,\d seconden$/).waitFor()
  // The browser reads the file as what it is.
  const duration = () => page.evaluate<number>("document.querySelector('audio').duration")
  await expect.poll(duration).toBeGreaterThan(1)
  expect(await duration()).toBeLessThan(60)
  await page.getByText('Bram', { exact: true }).click()
  await page.getByRole('button', { name: 'Uitspreken' }).click()
  await heard.getByRole('listitem').nth(1).waitFor()
  const [file] = await Promise.all([page.waitForEvent('download'), heard.getByRole('button', { name: /^Downloaden.*Bram/ }).click()])
  expect(file.suggestedFilename()).toMatch(/\.wav$/)
  faults.push(...(await faultsOf(page, 'speech-heard')))
  expect(faults).toEqual([])
  expect(complaints).toEqual([])
})

const calling = (page: Page) => page.getByRole('figure', { name: 'Wat er gezegd wordt' })

test('the text of a step is read, chosen with its preview, and changed in place; a call leaves a text on a voicemail', async () => {
  const { page, complaints } = await open('/scripts/1/flow?view=list&step=bellen')
  const faults: string[] = []
  await calling(page).getByText('Wij willen u spreken over dossier 2026-0001.').waitFor()
  await calling(page).getByText('Wilt u ons terugbellen over dossier 2026-0001?').waitFor()
  if (isVoiceHere) {
    await page.getByRole('button', { name: /^Beluisteren.*Voicemail/ }).click()
    await page.getByText(/^Fleur · \d+,\d seconden$/).waitFor()
  }
  faults.push(...(await faultsOf(page, 'step-call')))

  // No message is left: the change has its words.
  await page.getByRole('combobox', { name: 'Wat een voicemail hoort' }).selectOption('')
  await page.getByRole('status').getByText('Concept opgeslagen').waitFor()
  expect(await calling(page).count()).toBe(1)
  await page.getByRole('button', { name: /^Zoeken en bekijken.*Wat een voicemail hoort/ }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('searchbox', { name: 'Zoek een tekst' }).fill('terugbellen')
  await dialog.getByRole('figure').getByText('Dit is een bericht van').waitFor()
  faults.push(...(await faultsOf(page, 'step-text-choice')))
  await dialog.getByRole('button', { name: 'Deze tekst kiezen' }).click()
  await calling(page).getByText('Wilt u ons terugbellen').waitFor()

  await page.getByRole('button', { name: /^Tekst wijzigen.*Voicemail/ }).click()
  const text = dialog.getByRole('textbox', { name: 'Gesproken tekst' })
  await text.fill('Bel {{opdrachtgever}} terug over dossier {{dossiernummer}}.')
  await dialog.getByRole('status').getByText('Concept opgeslagen', { exact: true }).waitFor()
  faults.push(...(await faultsOf(page, 'step-text-edit')))
  await dialog.getByRole('button', { name: 'Activeren' }).click()
  const question = page.getByRole('dialog').last()
  await question.getByText('Nieuwe berichten krijgen meteen deze tekst.').waitFor()
  await question.getByRole('button', { name: 'Activeren' }).click()
  await page.getByText('Revisie 2 actief').waitFor()
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  await calling(page).getByText('terug over dossier 2026-0001.').waitFor()
  expect(faults).toEqual([])
  expect(complaints).toEqual([])
})
