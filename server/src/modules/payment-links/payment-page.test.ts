import { afterEach, expect, test } from 'vitest'
import { openPaymentStory, type PaymentStory } from '../../../test/payment-story.ts'

let story: PaymentStory | undefined
afterEach(async () => {
  await story?.close()
  story = undefined
})
const open = async () => {
  story = await openPaymentStory()
  return story
}

test('the page shows creditor, reference, amount and dates, and nothing of the person', async () => {
  const { open: visit, page } = await open()
  const { html, headers } = await visit(page)
  for (const shown of [
    'Rijnmond Incasso',
    'Bakkerij &#38; Zoon',
    'F-2026-17',
    '1 december 2026',
    '24 januari 2027',
    'iDEAL | Wero',
    'Simulatie',
  ])
    expect(html).toContain(shown)
  expect(html.replace(/\s/g, ' ')).toContain('€ 123,45')
  expect(html).not.toMatch(/Jansen|demo\.example|<script|style=|\son\w+=/)
  expect(headers).toMatchObject({
    'cache-control': 'no-store',
    'referrer-policy': 'same-origin',
    'content-security-policy': expect.stringContaining("default-src 'none'"),
  })
})

test('the page speaks the language of the case', async () => {
  const { open: visit, page, db, caseId } = await open()
  const inLanguage = async (locale: string) => {
    await db.updateTable('cases').set({ locale }).where('id', '=', caseId).execute()
    return (await visit(page)).html
  }
  expect(await inLanguage('eng')).toMatch(/<html lang="en">[^]*Pay €123\.45 with iDEAL/)
  expect(await inLanguage('fr')).toMatch(/<html lang="fr">[^]*Votre facture impayée/)
})

test('opening the page twice is one click', async () => {
  const { open: visit, page, states } = await open()
  await Promise.all([visit(page), visit(page), visit(page)])
  expect(await states()).toEqual(['created', 'link_clicked'])
})

test('an unknown or broken token leads to the same page, and tells nothing', async () => {
  const { open: visit } = await open()
  const pages = await Promise.all(['/p/AAAAAAAAAAAAAAAAAAAAAA', '/p/short', `/p/${"'".repeat(22)}`].map((path) => visit(path)))
  expect(pages.map(({ status }) => status)).toEqual([404, 404, 404])
  expect(new Set(pages.map(({ html }) => html)).size).toBe(1)
})

test('the bank says that it is a simulation, and that a settled payment is settled', async () => {
  const { open: visit, goToBank, send } = await open()
  const bank = await goToBank()
  expect((await visit(bank)).html).toMatch(/Simulatie: er wordt geen echt geld overgemaakt[^]*Bakkerij &#38; Zoon F-2026-17/)
  await send(bank, { decision: 'paid' })
  await send(bank, { decision: 'canceled' })
  expect((await visit(`${bank}?lang=eng`)).html).toContain('This payment is settled')
  expect((await visit('/simulated/bank/sim_unknown')).status).toBe(404)
})
