import { nextAttemptsApi } from '@regie/contract/next-attempts.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { renderScreen, text } from '../../../test/render-screen.tsx'
import { NextAttempts } from './next-attempts.tsx'

test('the next attempts stand with their channel, what their moment comes from, and what is taken for granted', async () => {
  await renderScreen(
    (api) => {
      api.answer(nextAttemptsApi.get, {
        attempts: [
          { at: '2027-06-07T07:00:00.000Z', channel: 'call', stepName: 'Bellen', step: 'bel', cause: 'held', reason: 'lawSunday' },
          { at: '2027-06-07T08:00:00.000Z', channel: 'call', stepName: 'Bellen', step: 'bel', cause: 'again', reason: null },
        ],
        end: 'finished',
        reason: null,
        assumes: ['notAnswered', 'notPaid'],
      })
      return <NextAttempts caseID={7} />
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
      api.answer(nextAttemptsApi.get, { attempts: [], end: 'stuck', reason: 'casePaused', assumes: [] })
      return <NextAttempts caseID={7} />
    },
    { texts: ['cases'] },
  )
  await expect.element(page.getByText(text('cases.next.none'))).toBeVisible()
  await expect.element(page.getByText(text('cases.refusals.casePaused'))).toBeVisible()
})
