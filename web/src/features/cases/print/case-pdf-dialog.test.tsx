import { caseReportApi } from '@regie/contract/case-report.ts'
import { Right } from '@regie/contract/right-codes.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { renderScreen, text } from '../../../../test/render-screen.tsx'
import { CasePdfDialog } from './case-pdf-dialog.tsx'

const found = { caseID: 7, caseNumber: 'D7' } as never
const report = {
  ...{ details: {}, payments: { payments: [{}, {}] }, promises: [], notes: [{}], complaints: [{}], callbacks: [] },
  timeline: { items: [], total: 1_312 },
} as never

const open = (rights: readonly number[]) =>
  renderScreen(
    (fake) => {
      fake.answer(caseReportApi.get, report)
      return <CasePdfDialog found={found} onClose={() => undefined} />
    },
    { texts: ['cases'], rights },
  )

test('each part says how much there is of it; without a part nothing is made', async () => {
  await open([Right.viewCases, Right.exportReports, Right.viewPersonalData])
  await expect.element(page.getByRole('checkbox', { name: text('cases.pdf.timeline', { count: 1_312 }) })).toBeChecked()
  await expect.element(page.getByRole('checkbox', { name: text('cases.pdf.notes', { count: 2 }) })).toBeVisible()
  for (const box of page.getByRole('group').getByRole('checkbox').all()) await box.click()
  await expect.element(page.getByText(text('cases.pdf.none'))).toBeVisible()
  await expect.element(page.getByRole('button', { name: text('cases.pdf.verb') })).toBeDisabled()
})

test('who may not see personal data is told that it is masked, and has nothing to choose', async () => {
  await open([Right.viewCases, Right.exportReports])
  await expect.element(page.getByText(text('cases.pdf.maskAlways'))).toBeVisible()
  await expect.element(page.getByRole('checkbox', { name: text('cases.pdf.mask') })).not.toBeInTheDocument()
})
