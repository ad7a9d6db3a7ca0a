import { type Compliance, complianceApi } from '@regie/contract/customers.ts'
import { Right } from '@regie/contract/right-codes.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { renderScreen, text } from '../../../test/render-screen.tsx'
import { queryClient } from '../../api/query-client.ts'
import { apiKey } from '../../api/use-api.ts'
import { formatMomentFull } from '../../locales/format.ts'
import { ComplianceForm } from './compliance-form.tsx'

const caps = { answeredPerDay: 1, callsPerDay: 2, callsPerWeek: 3, writtenPerWeek: 4, contactsPerLifetime: null }
const kept: Compliance = {
  customerID: 1,
  profile: 'b2b',
  earliest: '08:00',
  latest: '20:59',
  weekdays: [1, 2, 3, 4, 5, 6],
  holidays: false,
  onlySimulated: false,
  caps,
  profileCaps: caps,
  capsOfProfiles: { incasso_wki: caps, telemarketing: caps, service: caps, b2b: caps, intern_demo: caps },
  quietDaysAfterStaff: 1,
  stopConfirmation: false,
  debtHelpStopsInterest: true,
  missedInstalment: 'end',
  dropRate: { warnPercent: 2.5, limitPercent: 3, alertMinutes: 5 },
  reason: 'Begin',
  changedAt: null,
  changedBy: null,
  version: 1,
}
const theirs: Compliance = { ...kept, caps: { ...caps, callsPerDay: 9 }, reason: 'Van Kim', version: 2 }

const open = () =>
  renderScreen(
    (api) => {
      api.answer(complianceApi.get, kept)
      return <ComplianceForm customerID={1} />
    },
    { rights: [Right.changeCompliance], texts: ['compliance', 'scripts'] },
  )
const cap = () => page.getByLabelText(text('compliance.cap.callsPerDay'))
const reason = () => page.getByRole('textbox', { name: text('compliance.why'), exact: false })
const save = () => page.getByRole('button', { name: text('ui.save') }).click()

test('what was typed stays when a newer version arrives, and the notice says who saved what', async () => {
  const { api } = await open()
  await cap().fill('5')
  await reason().fill('Drukke week')
  api.answer(complianceApi.get, theirs)
  await queryClient.refetchQueries({ queryKey: apiKey(complianceApi.get) })
  await expect.element(cap()).toHaveValue(5)
  await expect.element(reason()).toHaveValue('Drukke week')
  const lastSave = { by: 'kim', at: '2027-03-02T10:00:00Z' }
  api.refuse(complianceApi.change, { error: 'error.conflict', current: theirs, lastSave })
  await save()
  const notice = page.getByRole('alert')
  await expect.element(notice.getByText(text('ui.conflict.savedBy', { name: 'kim', moment: formatMomentFull(lastSave.at) }))).toBeVisible()
  await expect.element(notice.getByText('Van Kim')).toBeVisible()
  await expect.element(cap()).toHaveValue(5)
  api.answer(complianceApi.change, { ...kept, caps: { ...caps, callsPerDay: 5 }, version: 3 })
  await save()
  await expect.element(page.getByText(text('compliance.saved'))).toBeVisible()
  await expect.element(notice).not.toBeInTheDocument()
  expect(api.callsOf(complianceApi.change).map(({ body }) => [body.version, body.caps.callsPerDay])).toEqual([
    [1, 5],
    [2, 5],
  ])
})

test('a newer version shows at once where nothing was typed', async () => {
  const { api } = await open()
  await expect.element(cap()).toHaveValue(2)
  api.answer(complianceApi.get, theirs)
  await queryClient.refetchQueries({ queryKey: apiKey(complianceApi.get) })
  await expect.element(cap()).toHaveValue(9)
})
