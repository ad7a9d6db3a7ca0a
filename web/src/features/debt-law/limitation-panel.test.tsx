import { caseActionApi } from '@regie/contract/case-actions.ts'
import type { CaseDetail } from '@regie/contract/cases.ts'
import { type DebtLaw, debtLawApi, type Interruption } from '@regie/contract/debt-law.ts'
import { Right } from '@regie/contract/right-codes.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { renderScreen, text } from '../../../test/render-screen.tsx'
import { formatMoney, formatPlainDay } from '../../locales/format.ts'
import { daysAfter } from '../../locales/read-day.ts'
import { todayInAmsterdam } from '../../ui/dates/date-panel.tsx'
import { LimitationPanel } from './limitation-panel.tsx'

const today = todayInAmsterdam()
const letter: Interruption = {
  ...{ interruptionID: 7, on: '2024-06-01', how: 'letter', note: 'Aangetekend', by: 'kim', at: '2024-06-02T10:00:00Z' },
  withdrawn: null,
}
const contract = { soort_vordering: 'overeenkomst', vervaldatum: '2023-03-31' }
const nothing: DebtLaw = { interruptions: [], proposals: [], debtHelp: null, interestStops: [], notice: null }
const rights = [Right.changeCases, Right.changeInputFields]
const open = (fields: Record<string, string>, law: Partial<DebtLaw> = {}, held: readonly number[] = rights) =>
  renderScreen(
    (api) => {
      api.answer(debtLawApi.get, { ...nothing, ...law })
      const found = { caseID: 1, version: 3, currency: 'EUR', status: 'open', batchLocked: false, fields } as unknown as CaseDetail
      return <LimitationPanel found={found} />
    },
    { texts: ['debtLaw'], rights: held },
  )
const barredOn = (day: string) => page.getByText(text('debtLaw.limitation.barredOn', { day: formatPlainDay(day) }))
const button = (key: string) => page.getByRole('button', { name: text(key) })

test('a claim says when it is time-barred, and by which article', async () => {
  await open(contract)
  await expect.element(barredOn('2028-04-01')).toBeVisible()
  await page.getByText(text('debtLaw.limitation.how')).click()
  const words = { years: 5, from: formatPlainDay('2023-03-31'), day: formatPlainDay('2028-04-01') }
  await expect.element(page.getByText(text('debtLaw.limitation.law.overeenkomst', words))).toBeVisible()
})

test('a letter moves it; withdrawn it is read and counts no more', async () => {
  const { leave } = await open(contract, { interruptions: [letter] })
  await expect.element(barredOn('2029-06-02')).toBeVisible()
  leave()
  const withdrawn = { at: '2024-07-01T10:00:00Z', by: 'kim', reason: 'Kwam retour' }
  await open(contract, { interruptions: [{ ...letter, withdrawn }] })
  await expect.element(barredOn('2028-04-01')).toBeVisible()
  await expect.element(page.getByText('Kwam retour', { exact: false })).toBeVisible()
})

test('what is not known is said, and the kind is chosen here', async () => {
  const { api } = await open({ vervaldatum: '2023-03-31' })
  await expect.element(page.getByText(text('debtLaw.limitation.missing.kind'))).toBeVisible()
  await button('debtLaw.kind.choose').click()
  await page.getByRole('combobox', { name: text('debtLaw.kind.label'), exact: false }).selectOptions('consumentenkoop')
  api.answer(caseActionApi.change, {} as CaseDetail)
  await button('debtLaw.kind.save').click()
  await expect
    .poll(() => api.callsOf(caseActionApi.change).map(({ body }) => body))
    .toEqual([{ version: 3, fields: { soort_vordering: 'consumentenkoop' } }])
})

test('an interruption is written down after its outcome is read', async () => {
  const { api } = await open({ ...contract, vervaldatum: daysAfter(today, -400) })
  await button('debtLaw.interrupt.title').click()
  await page.getByRole('combobox', { name: text('debtLaw.interrupt.how') }).selectOptions('email')
  const day = formatPlainDay(daysAfter(`${Number(today.slice(0, 4)) + 5}${today.slice(4)}`, 1))
  await expect.element(page.getByText(text('debtLaw.interrupt.then', { day }))).toBeVisible()
  await page.getByRole('textbox', { name: text('debtLaw.interrupt.note') }).fill('Met leesbevestiging')
  api.answer(debtLawApi.interrupt, nothing)
  await page
    .getByRole('dialog')
    .getByRole('button', { name: text('debtLaw.interrupt.title') })
    .click()
  await expect
    .poll(() => api.callsOf(debtLawApi.interrupt).map(({ body }) => body))
    .toEqual([{ on: today, how: 'email', note: 'Met leesbevestiging' }])
})

test('a claim that is time-barred says so, and that an interruption comes too late', async () => {
  await open({ ...contract, vervaldatum: '2015-01-31' })
  await expect.element(page.getByText(text('debtLaw.limitation.isBarred'), { exact: true })).toBeVisible()
  await button('debtLaw.interrupt.title').click()
  await expect.element(page.getByText(text('debtLaw.interrupt.late', { day: formatPlainDay('2020-02-01') }))).toBeVisible()
})

test('in the last ninety days it counts them', async () => {
  const due = daysAfter(`${Number(today.slice(0, 4)) - 5}${today.slice(4)}`, 29)
  await open({ ...contract, vervaldatum: due })
  await expect.element(page.getByText(/^nog (29|30|31) dagen$/)).toBeVisible()
})

test('a part payment is offered as an interruption, unless it would change nothing', async () => {
  const proposal = { on: '2024-06-01', how: 'payment', amountCents: 50_00 } as const
  const { leave } = await open(contract, { proposals: [proposal] })
  const words = { day: formatPlainDay('2024-06-01'), amount: formatMoney(50_00) }
  await expect.element(page.getByText(text('debtLaw.limitation.proposals.payment', words))).toBeVisible()
  await button('debtLaw.limitation.asInterruption').click()
  await expect.element(page.getByText(text('debtLaw.interrupt.about.payment'))).toBeVisible()
  leave()
  await open(contract, { proposals: [{ ...proposal, on: '2023-01-01' }] })
  await expect.element(barredOn('2028-04-01')).toBeVisible()
  expect(button('debtLaw.limitation.asInterruption').elements()).toHaveLength(0)
})

test('withdrawing asks for a reason', async () => {
  const { api } = await open(contract, { interruptions: [letter] })
  await button('debtLaw.withdraw.button').click()
  const verb = page.getByRole('dialog').getByRole('button', { name: text('debtLaw.withdraw.title') })
  await expect.element(verb).toBeDisabled()
  await page.getByRole('textbox', { name: text('debtLaw.withdraw.reason'), exact: false }).fill('Kwam retour')
  api.answer(debtLawApi.withdrawInterruption, nothing)
  await verb.click()
  await expect.poll(() => api.callsOf(debtLawApi.withdrawInterruption).map(({ body }) => body)).toEqual([{ reason: 'Kwam retour' }])
})

test('who may not change cases reads why', async () => {
  await open(contract, { interruptions: [letter] }, [])
  const refused = page.getByRole('button', { name: new RegExp(`${text('debtLaw.interrupt.title')}.*${text('ui.noRight')}`) })
  await expect.element(refused).toHaveAttribute('aria-disabled', 'true')
})

test('who may not choose the kind is answered why when they press it, once', async () => {
  await open({ vervaldatum: '2023-03-31' }, {}, [])
  // Its name tells why, too.
  const refused = page.getByRole('button', { name: text('debtLaw.kind.choose'), exact: false })
  await expect.element(refused).toBeVisible()
  const press = () => (refused.element() as HTMLElement).click()
  press()
  press()
  await expect.element(page.getByRole('status').getByText(text('ui.noRight'))).toBeVisible()
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
})
