import { arrangementApi } from '@regie/contract/arrangements.ts'
import { missedInstalments } from '@regie/contract/missed-instalments.ts'
import { Right } from '@regie/contract/right-codes.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { caseDetail } from '../../../../test/case-detail.ts'
import { renderScreen, text } from '../../../../test/render-screen.tsx'
import { PlanDialog } from './plan-dialog.tsx'

test('what happens to a missed instalment is said as the rule that was chosen has it', async () => {
  await renderScreen(
    (api) => {
      api.answer(arrangementApi.list, { notes: [], callbacks: [], promises: [], complaints: [], missedInstalment: 'move' })
      return <PlanDialog found={caseDetail} onClose={() => undefined} />
    },
    { rights: [Right.viewCases, Right.changeCases], texts: ['arrangements', 'ui'] },
  )
  // The rule of the customer is named where it is the one that holds.
  const ofCustomer = text('arrangements.promises.rules.customerIs', { rule: 'move' })
  await expect.element(page.getByLabelText(text('arrangements.promises.missed'))).toHaveDisplayValue(ofCustomer)
  await expect.element(page.getByText(text('arrangements.promises.planWaits.move'))).toBeVisible()
  for (const rule of missedInstalments) {
    await page.getByLabelText(text('arrangements.promises.missed')).selectOptions(text(`arrangements.promises.rules.${rule}`))
    await expect.element(page.getByText(text(`arrangements.promises.planWaits.${rule}`))).toBeVisible()
  }
})

test('a plan that is not all that is open says what stays outside it', async () => {
  await renderScreen(
    (api) => {
      api.answer(arrangementApi.list, { notes: [], callbacks: [], promises: [], complaints: [], missedInstalment: 'move' })
      return <PlanDialog found={{ ...caseDetail, outstandingCents: 28_668 }} onClose={() => undefined} />
    },
    { rights: [Right.viewCases, Right.changeCases], texts: ['arrangements', 'ui'] },
  )
  const total = page.getByRole('dialog').getByRole('textbox').first()
  const shown = () => page.getByRole('dialog').element().textContent?.replaceAll('\u00a0', ' ')
  await total.fill('90')
  await expect.poll(shown).toMatch(/286[.,]68.*196[.,]68/)
  await total.fill('300')
  await expect.poll(shown).toMatch(/286[.,]68.*13[.,]32/)
  await total.fill('286,68')
  await expect.poll(shown).not.toMatch(/13[.,]32|196[.,]68/)
})
