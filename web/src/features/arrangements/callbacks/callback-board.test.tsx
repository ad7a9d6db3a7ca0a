import { arrangementApi, type Callback } from '@regie/contract/arrangements.ts'
import { Right } from '@regie/contract/right-codes.ts'
import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { renderScreen, text } from '../../../../test/render-screen.tsx'
import { CallbackBoard } from './callback-board.tsx'

const late: Callback = {
  ...{ callbackID: 4, caseID: 7, caseNumber: 'A-1', name: 'Jansen', at: '2020-03-02T10:00:00Z', forUser: null },
  ...{ note: 'Wants to know about the invoice', by: 'anna', state: 'open', endedByClosing: false, version: 1 },
}

const show = () =>
  renderScreen(
    (api) => {
      api.answer(arrangementApi.callbacks, [late])
      api.answer(arrangementApi.colleagues, [])
      api.answer(arrangementApi.changeCallback, { ...late, state: 'done', version: 2 })
      const given = { filters: { whose: '', sort: '' }, headers: [], viewMenu: null }
      return <CallbackBoard customerID={1} {...given} onFilters={() => undefined} onHeaders={() => undefined} />
    },
    { rights: [Right.changeCases], texts: ['arrangements'] },
  )
afterEach(() => page.viewport(1440, 900))

test.each([
  ['a phone', 390],
  ['a desk', 1440],
])(
  'on %s a call-back says what it is about and that it is late, and is done in one press without a pointer that hovers',
  async (_, width) => {
    await page.viewport(width, 844)
    const { api } = await show()
    await expect.element(page.getByText(late.note)).toBeVisible()
    await expect.element(page.getByText(text('arrangements.callbacks.late'), { exact: false })).toBeVisible()
    await page.getByRole('button', { name: text('arrangements.callbacks.done') }).click()
    await expect.poll(() => api.callsOf(arrangementApi.changeCallback).map(({ body }) => body)).toEqual([{ version: 1, state: 'done' }])
  },
)
