import { arrangementApi, type Callback } from '@regie/contract/arrangements.ts'
import { caseActionApi } from '@regie/contract/case-actions.ts'
import { Right } from '@regie/contract/right-codes.ts'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { caseDetail } from '../../../../test/case-detail.ts'
import { renderScreen, text } from '../../../../test/render-screen.tsx'
import { usualDueDay } from '../../../ui/dates/due-input.tsx'
import { ResultDialog } from './result-dialog.tsx'

test('a promise is one letter and Ctrl+Enter: all that is open, in a week', async () => {
  const { api } = await renderScreen(
    (fake) => {
      fake.answer(caseActionApi.setResult, caseDetail)
      return <ResultDialog found={{ ...caseDetail, outstandingCents: 12_350 }} onClose={() => undefined} />
    },
    { rights: [Right.changeCases], texts: ['cases', 'fields'] },
  )
  await expect.element(page.getByText(text('cases.results.TOEZ'))).toBeVisible()
  // Held down it still chooses only: it is no text for the field that is asked next.
  await userEvent.keyboard('{p>3/}')
  await expect.element(page.getByRole('textbox', { name: text('cases.result.amount') })).toHaveValue('123,50')
  await userEvent.keyboard('{Control>}{Enter}{/Control}')
  await expect
    .poll(() => api.callsOf(caseActionApi.setResult).map(({ body }) => body))
    .toMatchObject([{ resultCode: 'TOEZ', parts: [{ due: usualDueDay(), amountCents: 12_350 }] }])
})

test('a plan as a result is the form of Afspraken: divided over months, with its rule for a missed instalment', async () => {
  const { api } = await renderScreen(
    (fake) => {
      fake.answer(caseActionApi.setResult, caseDetail)
      fake.answer(arrangementApi.list, { notes: [], missedInstalment: 'remind', callbacks: [], promises: [], complaints: [] })
      return <ResultDialog found={{ ...caseDetail, outstandingCents: 12_350 }} onClose={() => undefined} />
    },
    { rights: [Right.changeCases], texts: ['arrangements', 'cases', 'fields'] },
  )
  await page.getByText(text('cases.results.REG'), { exact: true }).click()
  await page.getByLabelText(new RegExp(`^${text('arrangements.promises.count')}`)).fill('2')
  await page.getByLabelText(text('arrangements.promises.missed')).selectOptions(text('arrangements.promises.rules.move'))
  await page.getByRole('switch', { name: text('arrangements.promises.asksByLink'), exact: false }).click()
  await page.getByRole('button', { name: text('cases.result.verb') }).click()
  await expect
    .poll(() => api.callsOf(caseActionApi.setResult).map(({ body }) => body))
    .toMatchObject([
      { resultCode: 'REG', parts: [{ amountCents: 6175 }, { amountCents: 6175 }], asksByLink: false, missedInstalment: 'move' },
    ])
})

test('who may not book payments reads why Paid is grey', async () => {
  await renderScreen(() => <ResultDialog found={caseDetail} onClose={() => undefined} />, {
    rights: [Right.changeCases, Right.closeCases],
    texts: ['cases', 'fields'],
  })
  await expect.element(page.getByText(text('cases.result.needsBooking'))).toBeVisible()
})

test.each(['as it opens', 'with the focus on a button'])('letters are heard %s, also where the first choice is grey', async (where) => {
  const { api } = await renderScreen(
    (fake) => {
      fake.answer(caseActionApi.setResult, caseDetail)
      return <ResultDialog found={caseDetail} onClose={() => undefined} />
    },
    { rights: [Right.changeCases], texts: ['cases', 'fields'] },
  )
  const cancel = page.getByRole('button', { name: text('ui.cancel') })
  await expect.element(cancel).toBeVisible()
  if (where === 'with the focus on a button') (cancel.element() as HTMLElement).focus()
  await userEvent.keyboard('h')
  await expect.element(page.getByRole('radio', { name: `${text('cases.results.GEEN')} h` })).toBeChecked()
  // A slip is only another choice.
  await userEvent.keyboard('g')
  await expect.element(page.getByRole('radio', { name: `${text('cases.results.GEG')} g` })).toHaveFocus()
  expect(api.callsOf(caseActionApi.setResult)).toEqual([])
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => api.callsOf(caseActionApi.setResult).map(({ body }) => body)).toMatchObject([{ resultCode: 'GEG' }])
})

const standing: Callback = {
  ...{ callbackID: 4, caseID: caseDetail.caseID, caseNumber: 'A-1', name: 'Jansen', at: '2027-03-02T10:00:00Z', forUser: null },
  ...{ note: 'Na tienen', by: 'tess', state: 'open', endedByClosing: false, version: 1 },
}

test.each(['replace', 'both'] as const)('where a call-back stands, another one asks what becomes of it: %s', async (becomes) => {
  const { api } = await renderScreen(
    (fake) => {
      fake.answer(caseActionApi.setResult, caseDetail)
      fake.answer(arrangementApi.callbackMoment, { at: '2027-02-15T10:00:00.000Z' })
      fake.answer(arrangementApi.list, { notes: [], missedInstalment: 'remind', callbacks: [standing], promises: [], complaints: [] })
      return <ResultDialog found={caseDetail} onClose={() => undefined} />
    },
    { rights: [Right.changeCases], texts: ['arrangements', 'cases', 'fields'] },
  )
  await page.getByText(text('cases.results.TERUG'), { exact: true }).click()
  await expect.element(page.getByText('Na tienen')).toBeVisible()
  if (becomes === 'both') await page.getByRole('radio', { name: text('arrangements.callbacks.both') }).click()
  await userEvent.keyboard('{Control>}{Enter}{/Control}')
  await expect.poll(() => api.callsOf(caseActionApi.setResult).length).toBe(1)
  const [sent] = api.callsOf(caseActionApi.setResult)
  expect(sent?.body).toMatchObject({ resultCode: 'TERUG', callbackAt: expect.any(String) })
  expect(sent?.body.replacesCallback).toBe(becomes === 'replace' ? 4 : undefined)
})

test('once a result is chosen the others make room for its questions; letters and the way back still work', async () => {
  localStorage.clear()
  await renderScreen(() => <ResultDialog found={caseDetail} onClose={() => undefined} />, {
    rights: [Right.changeCases],
    texts: ['cases', 'fields'],
  })
  const result = (code: 'GEEN' | 'GEG' | 'VMI', letter: string) =>
    page.getByRole('radio', { name: `${text(`cases.results.${code}`)} ${letter}` })
  // The arrow keys only look.
  await page.getByText(text('cases.results.GEEN'), { exact: true }).click()
  await expect.element(result('GEEN', 'h')).toBeChecked()
  await expect.element(result('GEG', 'g')).not.toBeInTheDocument()
  await page.getByRole('button', { name: text('cases.result.other') }).click()
  await expect.element(result('GEEN', 'h')).toHaveFocus()
  await userEvent.keyboard('{ArrowDown}')
  await expect.element(result('VMI', 'm')).toBeChecked()
  await expect.element(result('GEEN', 'h')).toBeVisible()
  await userEvent.keyboard('g')
  await expect.element(result('GEG', 'g')).toBeChecked()
  await expect.element(result('VMI', 'm')).not.toBeInTheDocument()
})

test('administration asks who does it before it can be sent', async () => {
  const { api } = await renderScreen(
    (fake) => {
      fake.answer(caseActionApi.setResult, caseDetail)
      return <ResultDialog found={caseDetail} onClose={() => undefined} />
    },
    { rights: [Right.changeCases], texts: ['cases', 'fields'] },
  )
  await page.getByText(text('cases.results.BEW'), { exact: true }).click()
  const organisation = page.getByRole('textbox', { name: text('cases.debtHelp.bewind.organisation'), exact: false })
  const verb = page.getByRole('button', { name: text('cases.result.verb'), exact: false })
  await expect.element(verb).toBeDisabled()
  await organisation.fill('Bewind BV')
  await userEvent.keyboard('{Control>}{Enter}{/Control}')
  await expect
    .poll(() => api.callsOf(caseActionApi.setResult).map(({ body }) => body))
    .toMatchObject([{ resultCode: 'BEW', debtHelp: { organisation: 'Bewind BV', reference: '', endsOn: null } }])
})
