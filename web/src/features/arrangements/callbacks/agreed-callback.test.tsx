import { arrangementApi, type Callback } from '@regie/contract/arrangements.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { renderScreen } from '../../../../test/render-screen.tsx'
import { AgreedCallback } from './agreed-callback.tsx'

const callback: Callback = {
  ...{ callbackID: 4, caseID: 7, caseNumber: 'A-1', name: 'Jansen', at: '2027-03-04T10:00:00Z', forUser: null },
  ...{ note: 'Over de factuur', by: 'anna', state: 'open', endedByClosing: false, version: 1 },
}

test('of the call-back that comes first it says who makes it and what it is about', async () => {
  const later: Callback = { ...callback, callbackID: 5, at: '2027-03-09T10:00:00Z', note: 'Later' }
  const done: Callback = { ...callback, callbackID: 3, at: '2027-03-02T10:00:00Z', note: 'Al gebeld', state: 'done' }
  await renderScreen(
    (api) => {
      api.answer(arrangementApi.list, {
        notes: [],
        missedInstalment: 'remind',
        promises: [],
        complaints: [],
        callbacks: [later, done, callback],
      })
      return (
        <p>
          <AgreedCallback caseID={7} />
        </p>
      )
    },
    { texts: ['arrangements'] },
  )
  await expect.element(page.getByText('voor wie beschikbaar is · Over de factuur ·')).toBeVisible()
})
