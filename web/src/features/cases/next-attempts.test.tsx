import { manualMessageApi } from '@regie/contract/manual-messages.ts'
import { nextAttemptsApi } from '@regie/contract/next-attempts.ts'
import { Right } from '@regie/contract/right-codes.ts'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { caseDetail } from '../../../test/case-detail.ts'
import { renderScreen, text } from '../../../test/render-screen.tsx'
import { NextAttempts } from './next-attempts.tsx'

test('the next attempts stand with their channel, what their moment comes from, and what is taken for granted', async () => {
  await renderScreen(
    (api) => {
      api.answer(manualMessageApi.planned, [])
      api.answer(nextAttemptsApi.get, {
        attempts: [
          { at: '2027-06-07T07:00:00.000Z', channel: 'call', stepName: 'Bellen', step: 'bel', cause: 'held', reason: 'lawSunday' },
          { at: '2027-06-07T08:00:00.000Z', channel: 'call', stepName: 'Bellen', step: 'bel', cause: 'again' as const, reason: null },
        ],
        end: 'finished',
        reason: null,
        assumes: ['notAnswered', 'notPaid'],
      })
      return <NextAttempts found={caseDetail} />
    },
    { texts: ['cases'] },
  )
  await expect.element(page.getByText(text('cases.next.heldUntil', { reason: text('cases.refusals.lawSunday') }))).toBeVisible()
  await expect.element(page.getByText(text('cases.next.causes.again'))).toBeVisible()
  await expect.element(page.getByText(new RegExp(text('cases.next.assumptions.notAnswered')))).toBeVisible()
})

test('where nothing is planned, the reason stands there', async () => {
  await renderScreen(
    (api) => {
      api.answer(manualMessageApi.planned, [])
      api.answer(nextAttemptsApi.get, { attempts: [], end: 'stuck', reason: 'casePaused', assumes: [] })
      return <NextAttempts found={caseDetail} />
    },
    { texts: ['cases'] },
  )
  await expect.element(page.getByText(text('cases.next.none'))).toBeVisible()
  await expect.element(page.getByText(text('cases.refusals.casePaused'))).toBeVisible()
})

test('three attempts stand at once, the later ones a press away; it is asked again only when the case stands otherwise', async () => {
  const days = [7, 8, 9, 10, 11]
  function Example() {
    const [found, setFound] = useState(caseDetail)
    return (
      <>
        <button type="button" onClick={() => setFound({ ...found })}>
          same
        </button>
        <button type="button" onClick={() => setFound({ ...found, version: found.version + 1 })}>
          newer
        </button>
        <NextAttempts found={found} />
      </>
    )
  }
  const { api } = await renderScreen(
    (fake) => {
      fake.answer(manualMessageApi.planned, [])
      fake.answer(nextAttemptsApi.get, {
        ...{ end: 'more', reason: null, assumes: [] },
        attempts: days.map((day) => ({
          ...{ at: `2027-06-${String(day).padStart(2, '0')}T07:00:00.000Z`, channel: 'call' as const, stepName: 'Bellen' },
          ...{ step: 'bel', cause: 'again' as const, reason: null },
        })),
      })
      return <Example />
    },
    { texts: ['cases'] },
  )
  const shown = page.getByText(text('cases.next.causes.again'))
  await expect.element(shown.nth(0)).toBeVisible()
  await expect.element(shown.nth(2)).toBeVisible()
  await expect.element(shown.nth(3)).not.toBeVisible()
  await page.getByText(text('cases.next.later', { count: 2 })).click()
  await expect.element(shown.nth(4)).toBeVisible()
  await page.getByText('same').click()
  expect(api.callsOf(nextAttemptsApi.get)).toHaveLength(1)
  await page.getByText('newer').click()
  await expect.poll(() => api.callsOf(nextAttemptsApi.get)).toHaveLength(2)
})

test('what staff planned stands first, and is taken back with one press', async () => {
  const { api } = await renderScreen(
    (fake) => {
      fake.answer(nextAttemptsApi.get, { attempts: [], end: 'noRun', reason: null, assumes: [] })
      fake.answer(manualMessageApi.planned, [
        { communicationID: 8, channel: 'email', at: '2027-06-07T05:00:00.000Z', template: 'Aanmaning', reason: null },
      ])
      fake.answer(manualMessageApi.cancel, caseDetail)
      return <NextAttempts found={caseDetail} />
    },
    { texts: ['cases'], rights: [Right.viewCases, Right.sendEmail] },
  )
  await expect.element(page.getByText(/Aanmaning/)).toBeVisible()
  await page.getByRole('listitem').getByRole('button').click()
  await expect.poll(() => api.callsOf(manualMessageApi.cancel).map(({ params }) => params)).toEqual([{ caseID: '7', communicationID: '8' }])
})
