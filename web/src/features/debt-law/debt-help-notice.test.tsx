import { caseDetail } from '../../../test/case-detail.ts'
import { type DebtHelp, debtLawApi } from '@regie/contract/debt-law.ts'
import { debtHelpCodes } from '@regie/contract/result-codes.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { renderScreen, text } from '../../../test/render-screen.tsx'
import { formatPlainDay } from '../../locales/format.ts'
import { DebtHelpNotice } from './debt-help-notice.tsx'

const help: DebtHelp = {
  ...{ kind: 'SHV', organisation: 'Kredietbank', reference: 'S-12', beganOn: '2024-05-01', endsOn: '2027-05-01' },
  ...{ by: 'kim', at: '2024-05-02T10:00:00Z' },
}
const open = (debtHelp: DebtHelp | null) =>
  renderScreen(
    (api) => {
      api.answer(debtLawApi.get, { interruptions: [], proposals: [], debtHelp, interestStops: [], notice: null })
      return (
        <>
          <DebtHelpNotice found={caseDetail} />
          <p>Het dossier</p>
        </>
      )
    },
    { texts: ['debtLaw', 'cases'] },
  )

for (const kind of debtHelpCodes)
  test(`that nobody is contacted stands over the case, with who does it and until when: ${kind}`, async () => {
    await open({ ...help, kind })
    const until = text('debtLaw.help.until', { day: formatPlainDay('2027-05-01') })
    await expect.element(page.getByText(`${text(`cases.results.${kind}`)} · Kredietbank · ${until}`)).toBeVisible()
    await expect.element(page.getByText(text(kind === 'BEW' ? 'debtLaw.help.bewind.noContact' : 'debtLaw.help.noContact'))).toBeVisible()
  })

test('a case without debt help says nothing of it', async () => {
  const { api } = await open(null)
  await expect.poll(() => api.callsOf(debtLawApi.get)).toHaveLength(1)
  await expect.element(page.getByText('Het dossier')).toBeVisible()
  expect(page.getByText('Kredietbank').query()).toBeNull()
})
