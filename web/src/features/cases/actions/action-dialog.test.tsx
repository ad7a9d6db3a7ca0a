import { arrangementApi, type PaymentPromise } from '@regie/contract/arrangements.ts'
import { caseActionApi } from '@regie/contract/case-actions.ts'
import type { CaseDetail } from '@regie/contract/cases.ts'
import { Right } from '@regie/contract/right-codes.ts'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { caseDetail } from '../../../../test/case-detail.ts'
import { renderScreen, text } from '../../../../test/render-screen.tsx'
import { ResumeCaseDialog } from './pause-case-dialog.tsx'

const paused: CaseDetail = { ...caseDetail, status: 'paused', pausedForever: true }
const newer: CaseDetail = { ...paused, attempts: 3, version: 2 }

function Example({ onClose }: { onClose: () => void }) {
  const [found, setFound] = useState(paused)
  return (
    <>
      <button type="button" onClick={() => setFound(newer)}>
        colleague
      </button>
      <ResumeCaseDialog found={found} onClose={onClose} />
    </>
  )
}
async function open(promises: PaymentPromise[] = []) {
  const events: string[] = []
  const { api } = await renderScreen(
    (calls) => {
      calls.answer(arrangementApi.list, { notes: [], callbacks: [], promises, complaints: [], missedInstalment: 'end' })
      return <Example onClose={() => events.push('closed')} />
    },
    { rights: [Right.changeCases] },
  )
  return { api, events }
}
const dialog = () => page.getByRole('dialog')
const press = (name: string) => dialog().getByRole('button', { name, exact: true }).click()
const verb = () => text('cases.resume.verb')

const plan: PaymentPromise = {
  ...{ promiseID: 4, kind: 'plan', state: 'open', endedByClosing: false, asksByLink: true, missedInstalment: 'end', by: 'mees' },
  at: '2027-03-04T10:00:00Z',
  parts: [
    { due: '2027-04-01', amountCents: 3_000, state: 'open', askedAt: null, movedFrom: null, lateAfter: null },
    { due: '2027-05-01', amountCents: 3_000, state: 'open', askedAt: null, movedFrom: null, lateAfter: null },
  ],
}

test('a case with a plan running says so before it goes on, and waits for it unless somebody chooses otherwise', async () => {
  const { api } = await open([plan])
  await expect.element(dialog().getByText(text('cases.resume.runs.plan'))).toBeVisible()
  await expect.poll(() => dialog().element().textContent).toMatch(/30,00.*1 apr/)
  api.answer(caseActionApi.pause, { ...newer, pausedFor: 'promise', version: 3 })
  await press(text('cases.resume.waitVerb'))
  await expect.poll(() => api.callsOf(caseActionApi.pause).map(({ body }) => body.pastPromise)).toEqual([false])
})

test('who chooses to go on beside a plan does so', async () => {
  const { api } = await open([plan])
  await dialog().getByText(text('cases.resume.goOn')).click()
  api.answer(caseActionApi.pause, { ...newer, status: 'open', version: 3 })
  await press(verb())
  await expect.poll(() => api.callsOf(caseActionApi.pause).map(({ body }) => body.pastPromise)).toEqual([true])
})

test('a case that somebody changed first shows both versions, and only then the action is done to the newer one', async () => {
  const { api, events } = await open()
  api.refuse(caseActionApi.pause, { error: 'error.conflict', current: newer })
  await press(verb())
  await expect.element(dialog().getByText(text('cases.stale.title'))).toBeVisible()
  await expect.element(dialog().getByRole('row', { name: `${text('cases.stale.columns.attempts')} 0 3` })).toBeVisible()
  expect(events).toEqual([])
  api.answer(caseActionApi.pause, { ...newer, status: 'open', version: 3 })
  await press(text('cases.stale.anyway', { verb: verb() }))
  await expect.poll(() => events).toEqual(['closed'])
  expect(api.callsOf(caseActionApi.pause).map(({ body }) => body.version)).toEqual([1, 2])
})

test('what changes while the question is open is shown before anything is sent', async () => {
  const { api, events } = await open()
  await expect.element(dialog()).toBeVisible()
  // The question covers the page.
  page
    .getByText('colleague')
    .element()
    .dispatchEvent(new MouseEvent('click', { bubbles: true }))
  await expect.element(dialog().getByText(text('cases.stale.title'))).toBeVisible()
  api.answer(caseActionApi.pause, { ...newer, status: 'open', version: 3 })
  await press(text('cases.stale.anyway', { verb: verb() }))
  await expect.poll(() => events).toEqual(['closed'])
  expect(api.callsOf(caseActionApi.pause).map(({ body }) => body.version)).toEqual([2])
})

test('what the newer case refuses is not offered again: it says why', async () => {
  const { api } = await open()
  api.refuse(caseActionApi.pause, { error: 'error.conflict', current: { ...newer, status: 'open' } })
  await press(verb())
  await expect.element(dialog().getByText(text('cases.stale.nothingToDo'), { exact: false })).toBeVisible()
  expect(
    dialog()
      .getByRole('button', { name: text('cases.stale.anyway', { verb: verb() }) })
      .elements(),
  ).toEqual([])
})
