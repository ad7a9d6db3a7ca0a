import type { CaseDetail } from '@regie/contract/cases.ts'
import { type DebtHelp, type DebtLaw, debtLawApi } from '@regie/contract/debt-law.ts'
import { Right } from '@regie/contract/right-codes.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { renderScreen, text } from '../../../test/render-screen.tsx'
import { todayInAmsterdam } from '../../ui/dates/date-panel.tsx'
import { DebtHelpPanel } from './debt-help-panel.tsx'

const nothing: DebtLaw = { interruptions: [], proposals: [], debtHelp: null, interestStops: [], notice: null }
const help: DebtHelp = {
  ...{ kind: 'SHV', organisation: 'Kredietbank', reference: 'S-12', beganOn: '2024-05-01', endsOn: '2024-12-31' },
  ...{ by: 'kim', at: '2024-05-02T10:00:00Z' },
}
const open = (law: Partial<DebtLaw> = {}, status = 'open') =>
  renderScreen(
    (api) => {
      api.answer(debtLawApi.get, { ...nothing, ...law })
      return <DebtHelpPanel found={{ caseID: 1, version: 3, status, batchLocked: false, fields: {} } as unknown as CaseDetail} />
    },
    { texts: ['debtLaw'], rights: [Right.changeCases] },
  )
const button = (key: string) => page.getByRole('button', { name: text(key) })
const field = (key: string) => page.getByRole('textbox', { name: text(key), exact: false })

test('debt help is written down with who does it', async () => {
  const { api } = await open()
  await button('debtLaw.help.record').click()
  await expect.element(page.getByRole('dialog').getByRole('button', { name: text('debtLaw.help.save') })).toBeDisabled()
  await page.getByRole('combobox', { name: text('debtLaw.help.kind') }).selectOptions('BEW')
  await expect.element(page.getByRole('dialog').getByText(text('cases.debtHelp.bewind.about'))).toBeVisible()
  await field('cases.debtHelp.bewind.organisation').fill('Bewind BV')
  await field('cases.debtHelp.reference').fill('B-7')
  await field('cases.debtHelp.endsOn').fill('1-7-2028')
  api.answer(debtLawApi.saveDebtHelp, nothing)
  await button('debtLaw.help.save').click()
  const sent = { kind: 'BEW', organisation: 'Bewind BV', reference: 'B-7', beganOn: todayInAmsterdam(), endsOn: '2028-07-01' }
  await expect.poll(() => api.callsOf(debtLawApi.saveDebtHelp).map(({ body }) => body)).toEqual([{ version: 3, ...sent }])
})

test('what lasts says that its end is reached, and whether interest stops', async () => {
  await open({ debtHelp: help, interestStops: [{ from: help.beganOn, until: null, kind: 'SHV' }] })
  await expect.element(page.getByText(text('debtLaw.help.reached'))).toBeVisible()
  await expect.element(page.getByText('Kredietbank · S-12')).toBeVisible()
  await expect.element(page.getByText(text('debtLaw.help.interestStops'))).toBeVisible()
  await button('debtLaw.help.end').click()
  await expect.element(page.getByText(text('debtLaw.help.interestAgain'))).toBeVisible()
})

test('protective administration is said in its own words, with the administrator', async () => {
  await open({ debtHelp: { ...help, kind: 'BEW', organisation: 'Bewind BV' } })
  await expect.element(page.getByRole('heading', { name: text('debtLaw.help.bewind.title') })).toBeVisible()
  await button('debtLaw.help.end').click()
  await expect.element(page.getByText(text('debtLaw.help.bewind.endText'))).toBeVisible()
  // The customer asked interest all the time.
  expect(page.getByText(text('debtLaw.help.interestAgain')).elements()).toHaveLength(0)
})

test('it is ended on a day', async () => {
  const { api } = await open({ debtHelp: help }, 'closed')
  await button('debtLaw.help.end').click()
  await field('debtLaw.help.endedOn').fill('1-6-2025')
  api.answer(debtLawApi.endDebtHelp, nothing)
  await button('debtLaw.help.endTitle').click()
  await expect.poll(() => api.callsOf(debtLawApi.endDebtHelp).map(({ body }) => body)).toEqual([{ version: 3, endedOn: '2025-06-01' }])
})

test('of a closed case without it nothing is shown', async () => {
  const { api } = await open({}, 'closed')
  await expect.poll(() => api.callsOf(debtLawApi.get)).toHaveLength(1)
  expect(page.getByText(text('debtLaw.help.title')).elements()).toHaveLength(0)
})
