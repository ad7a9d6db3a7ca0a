import { type ComplianceFile, complianceFileApi, type StaffRecord } from '@regie/contract/compliance-file.ts'
import { Right } from '@regie/contract/right-codes.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { renderScreen, text } from '../../../test/render-screen.tsx'
import { ComplianceFileBoard } from './compliance-file.tsx'

const amira: StaffRecord = {
  ...{ userID: 7, name: 'Amira Bakker', username: 'amira', jobTitle: 'Incassomedewerker', collects: true, vogOn: null },
  ...{ trainingLevel: 'employee', trainedOn: '2025-01-10', refreshedOn: null, vogDue: null, vogState: 'missing' },
  ...{ refresherDue: '2026-01-10', trainingState: 'fine', version: 3 },
}
const sven: StaffRecord = { ...amira, userID: 8, name: 'Sven de Boer', vogOn: '2025-01-01', vogState: 'fine', version: 1 }
const counts = { all: 4, confirmedInTime: 3, confirmedLate: 1, handledInTime: 2, handledLate: 0, open: 2 }
const file: ComplianceFile = {
  ...{ customerID: 1, wkiNumber: 'WKI-0042', renewBefore: '2026-03-01', registrationState: 'soon', vogMonths: null, refresherMonths: 12 },
  ...{ warnDays: 60, registrationWarnDays: 180, complaintDays: 28, refresherMonthsMax: 12, staff: [amira, sven] },
  ...{ years: [{ year: 2025, counts }], today: '2025-11-29', changedAt: '2025-11-01T09:00:00.000Z', changedBy: 'mees', version: 2 },
}

const open = (rights: number[] = [Right.changeCompliance, Right.viewCases], userID: number | null = null, shown = file) => {
  const asked: (number | null)[] = []
  return renderScreen(
    (api) => {
      api.answer(complianceFileApi.get, shown)
      return <ComplianceFileBoard customerID={1} userID={userID} onUser={(next) => asked.push(next)} />
    },
    { rights, texts: ['complianceFile'] },
  ).then((screen) => ({ ...screen, asked }))
}

test('what is missing stands with each person, and the choice leaves those who need attention', async () => {
  const { asked } = await open()
  const missing = text('complianceFile.stateOf', { about: text('complianceFile.staff.vog'), state: text('complianceFile.states.missing') })
  await expect.element(page.getByText(missing)).toBeVisible()
  await page.getByText(text('complianceFile.staff.waiting', { count: 1 })).click()
  await expect.element(page.getByText('Sven de Boer')).not.toBeInTheDocument()
  await page.getByRole('button', { name: text('complianceFile.staff.changeOf', { name: 'Amira Bakker' }) }).click()
  expect(asked).toEqual([7])
})

test('a VOG is saved with the version that was seen', async () => {
  const { api } = await open(undefined, 7)
  api.answer(complianceFileApi.changeStaff, { ...amira, vogOn: '2025-11-03', vogState: 'fine', version: 4 })
  const dialog = page.getByRole('dialog')
  await dialog.getByLabelText(text('complianceFile.dialog.vogOn')).fill('03-11-2025')
  await dialog.getByRole('button', { name: text('ui.save') }).click()
  await expect.element(page.getByText(text('complianceFile.saved'))).toBeVisible()
  expect(api.callsOf(complianceFileApi.changeStaff).map(({ params, body }) => [params, body])).toEqual([
    [
      { customerID: '1', userID: '7' },
      { collects: true, vogOn: '2025-11-03', trainingLevel: 'employee', trainedOn: '2025-01-10', refreshedOn: null, version: 3 },
    ],
  ])
})

const linkName = (count: number, part: 'all' | 'open') =>
  text('complianceFile.complaints.link', { shown: String(count), part: text(`complianceFile.complaints.parts.${part}`) })

test('a number of complaints leads to its cases', async () => {
  await open()
  const link = page.getByRole('link', { name: linkName(2, 'open') }).first()
  await expect.element(link).toHaveAttribute('href', '/cases?figure=complaints&complaints=open&from=2025-01-01&until=2025-12-31')
})

test('it is only a number for who may not see cases', async () => {
  await open([Right.changeCompliance])
  await expect.element(page.getByText(text('complianceFile.complaints.year'), { exact: true })).toBeVisible()
  expect(page.getByRole('link', { name: linkName(4, 'all') }).elements()).toEqual([])
})

test('a file that nobody saved says so', async () => {
  await open(undefined, null, { ...file, changedAt: null, changedBy: null, version: 1 })
  await expect.element(page.getByText(text('complianceFile.never.title'))).toBeVisible()
})
