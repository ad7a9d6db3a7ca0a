import { bulkApi } from '@regie/contract/bulk.ts'
import { Right } from '@regie/contract/right-codes.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { renderScreen, text } from '../../../test/render-screen.tsx'
import { CaseBulkBar } from './case-bulk-bar.tsx'

test('reopening many cases says first what their scripts close again at once', async () => {
  const { api } = await renderScreen(
    (fake) => {
      fake.answer(bulkApi.reopenQuestion, { expired: 2, checked: 12, scriptEnds: 5 })
      return <CaseBulkBar customerID={1} filter={{}} chosen={new Set(['3', '4'])} total={null} onClear={() => undefined} />
    },
    { rights: [Right.changeCases, Right.closeCases], texts: ['bulk', 'batches', 'cases'] },
  )
  await page.getByRole('button', { name: text('bulk.verbs.reopen') }).click()
  await expect.element(page.getByText(text('batches.reopen.scriptEnds', { checked: '12', total: '5' }))).toBeVisible()
  await expect.element(page.getByText(text('batches.reopen.expired', { count: 2, total: '2' }))).toBeVisible()
  expect(api.callsOf(bulkApi.reopenQuestion)[0]?.body).toEqual({ customerID: 1, filter: { caseIDs: [3, 4] } })
})
