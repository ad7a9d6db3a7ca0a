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
  await userEvent.keyboard('p')
  await expect.element(page.getByRole('textbox', { name: text('cases.result.amount') })).toHaveValue('123,50')
  await userEvent.keyboard('{Control>}{Enter}{/Control}')
  await expect
    .poll(() => api.callsOf(caseActionApi.setResult).map(({ body }) => body))
    .toMatchObject([{ resultCode: 'TOEZ', parts: [{ due: usualDueDay(), amountCents: 12_350 }] }])
})
