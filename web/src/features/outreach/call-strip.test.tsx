import { callApi, type ManualCall } from '@regie/contract/calls.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { caseDetail } from '../../../test/case-detail.ts'
import { renderScreen, text } from '../../../test/render-screen.tsx'
import { CallStrip } from './call-strip.tsx'

const call: ManualCall = {
  ...{ callID: 3, caseID: 7, by: 'Mees', mine: true, state: 'ended', askedAt: '2027-03-01T10:00:00Z', ringingAt: null, answeredAt: null },
  ...{ endedAt: '2027-03-01T10:01:00Z', outcome: 'unanswered', reason: null, simulated: false, needsResult: false, needsAnswer: true },
}

const open = (status: 'open' | 'closed') =>
  renderScreen(
    (fake) => {
      fake.answer(callApi.find, { call })
      return <CallStrip found={{ ...caseDetail, status }} unanswered={<p>unanswered</p>} result={() => <p>result</p>} />
    },
    { texts: ['cases', 'outreach'] },
  )

test('the call asks how it ended', async () => {
  await open('open')
  await expect.element(page.getByText('unanswered')).toBeVisible()
})

test('a case that closed meanwhile asks nothing any more: one sentence, and the strip closes', async () => {
  await open('closed')
  await expect.element(page.getByText(text('outreach.call.caseClosed'))).toBeVisible()
  await expect.element(page.getByText('unanswered')).not.toBeInTheDocument()
  await page.getByRole('button', { name: text('ui.close') }).click()
  await expect.element(page.getByText(text('outreach.call.caseClosed'))).not.toBeInTheDocument()
})
