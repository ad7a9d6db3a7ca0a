import type { CaseDetail } from '@regie/contract/cases.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { renderScreen, text } from '../../../test/render-screen.tsx'
import { RunPosition } from './run-position.tsx'

const run: NonNullable<CaseDetail['run']> = {
  ...{ step: 'betaald-na-mail', stepName: 'Betaald na mail', stepKind: 'branch', state: 'sleeping' },
  ...{ dueAt: '2027-06-07T07:00:00.000Z', held: 'casePaused', heldBy: null },
}
const show = (found: Pick<CaseDetail, 'status' | 'pausedUntil'>) =>
  renderScreen(() => <RunPosition run={run} scriptName="Herinneringen" {...found} />, { texts: ['cases'] })
const words = (sentence: string) => new RegExp(sentence.replace('AT', '.+'))

test('a case that is paused waits for the end of its pause, not for its next step', async () => {
  await show({ status: 'paused', pausedUntil: '2027-06-20T07:00:00.000Z' })
  await expect.element(page.getByText(words(text('cases.run.until.paused', { at: 'AT' })))).toBeVisible()
  expect(page.getByText(words(text('cases.run.until.sleeping', { at: 'AT' }))).query()).toBeNull()
})

test('a pause without an end says that somebody must end it', async () => {
  await show({ status: 'paused', pausedUntil: null })
  await expect.element(page.getByText(text('cases.run.states.paused'), { exact: true })).toBeVisible()
})

test('a case that is open says until when it waits, and where the script chooses its name is a question', async () => {
  await show({ status: 'open', pausedUntil: null })
  await expect.element(page.getByText(words(text('cases.run.until.sleeping', { at: 'AT' })))).toBeVisible()
  await expect.element(page.getByText(text('cases.asQuestion', { name: 'Betaald na mail' }), { exact: true })).toBeVisible()
})
