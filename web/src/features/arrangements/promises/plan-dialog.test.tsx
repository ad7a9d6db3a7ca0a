import { missedInstalments } from '@regie/contract/missed-instalments.ts'
import { Right } from '@regie/contract/right-codes.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { caseDetail } from '../../../../test/case-detail.ts'
import { renderScreen, text } from '../../../../test/render-screen.tsx'
import { PlanDialog } from './plan-dialog.tsx'

test('what happens to a missed instalment is said as the rule that was chosen has it', async () => {
  await renderScreen(() => <PlanDialog found={caseDetail} onClose={() => undefined} />, {
    rights: [Right.viewCases, Right.changeCases],
    texts: ['arrangements', 'ui'],
  })
  await expect.element(page.getByText(text('arrangements.promises.planWaits.customer'))).toBeVisible()
  for (const rule of missedInstalments) {
    await page.getByLabelText(text('arrangements.promises.missed')).selectOptions(text(`arrangements.promises.rules.${rule}`))
    await expect.element(page.getByText(text(`arrangements.promises.planWaits.${rule}`))).toBeVisible()
  }
})
