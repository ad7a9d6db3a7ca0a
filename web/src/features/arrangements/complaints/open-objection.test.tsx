import { arrangementApi, type Complaint } from '@regie/contract/arrangements.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { caseDetail } from '../../../../test/case-detail.ts'
import { renderScreen, text } from '../../../../test/render-screen.tsx'
import { OpenObjectionNotice } from './open-objection.tsx'

const dispute: Complaint = {
  ...{ complaintID: 3, kind: 'dispute', reason: 'paid', text: 'Ik heb al betaald: op 3 januari', state: 'open', outcome: '', by: '' },
  ...{ confirmBefore: null, confirmedAt: null, resolvedAt: null, at: '2027-03-04T10:00:00Z' },
  files: [{ fileID: 9, fileName: 'betaalbewijs.pdf', bytes: 2048 }],
}

test('over the case stands what the debtor wrote, with the proof that came along', async () => {
  await renderScreen(
    (api) => {
      api.answer(arrangementApi.list, { notes: [], missedInstalment: 'remind', promises: [], callbacks: [], complaints: [dispute] })
      return <OpenObjectionNotice found={caseDetail} />
    },
    { texts: ['arrangements', 'cases'] },
  )
  await expect.element(page.getByText(text('arrangements.complaints.stands.paid'))).toBeVisible()
  await expect.element(page.getByText(dispute.text)).toBeVisible()
  await expect.element(page.getByRole('button', { name: /betaalbewijs\.pdf/ })).toBeVisible()
})
