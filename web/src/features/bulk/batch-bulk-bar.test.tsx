import { bulkApi } from '@regie/contract/bulk.ts'
import { Right } from '@regie/contract/right-codes.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { renderScreen, text } from '../../../test/render-screen.tsx'
import { BatchBulkBar } from './batch-bulk-bar.tsx'

test('who closes many batches can end their open payment links too', async () => {
  const { api } = await renderScreen(
    (fake) => {
      fake.answer(bulkApi.batches, {
        ...{ bulkID: 1, customerID: 1, kind: 'batches', action: 'close', state: 'waiting', total: 2, done: 0 },
        ...{ skipped: [], undoToken: null, startedAt: null, finishedAt: null },
      })
      fake.answer(bulkApi.list, [])
      return <BatchBulkBar customerID={1} filter={{}} chosen={new Set(['3', '4'])} total={2} onClear={() => undefined} />
    },
    { rights: [Right.closeBatches], texts: ['bulk', 'batches', 'cases'] },
  )
  await page.getByRole('button', { name: text('bulk.verbs.close') }).click()
  await page.getByRole('checkbox', { name: new RegExp(text('bulk.endPaymentLinks')) }).click()
  await page.getByRole('button', { name: text('bulk.actions.batches.close') }).click()
  await expect
    .poll(() => api.callsOf(bulkApi.batches).map(({ body }) => body.action))
    .toEqual([{ kind: 'close', resultCode: 'BSL', endPaymentLinks: true }])
})
