import { arrangementApi, type Callback } from '@regie/contract/arrangements.ts'
import { Right } from '@regie/contract/right-codes.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { caseDetail } from '../../../../test/case-detail.ts'
import { renderScreen, text } from '../../../../test/render-screen.tsx'
import { CallbackDialog } from './callback-dialog.tsx'

const callback: Callback = {
  ...{ callbackID: 4, caseID: 7, caseNumber: 'A-1', name: 'Jansen', at: '2027-03-02T10:00:00Z', forUser: null },
  ...{ note: 'Na tienen', by: 'tess', state: 'open', endedByClosing: false, version: 1 },
}
const theirs: Callback = { ...callback, note: 'Alleen op dinsdag', version: 2 }
const lastSave = { by: 'kim', at: '2027-03-01T10:00:00Z' }

const open = (shown?: Callback, standing: readonly Callback[] = []) => {
  const events: string[] = []
  return renderScreen(
    (api) => {
      api.answer(arrangementApi.colleagues, [])
      api.answer(arrangementApi.list, { notes: [], missedInstalment: 'remind', callbacks: [...standing], promises: [], complaints: [] })
      if (shown === undefined) api.answer(arrangementApi.callbackMoment, { at: '2027-02-15T10:00:00.000Z' })
      return <CallbackDialog found={caseDetail} {...(shown && { callback: shown })} onClose={() => events.push('closed')} />
    },
    { rights: [Right.changeCases], texts: ['arrangements'] },
  ).then((screen) => ({ ...screen, events }))
}
const note = () => page.getByRole('textbox', { name: text('arrangements.callbacks.note') })
const save = () => page.getByRole('button', { name: text('arrangements.callbacks.save') })

test('what was typed stays when a colleague saved first; saving again keeps it', async () => {
  const { api, events } = await open(callback)
  await note().fill('Bel het werk')
  api.refuse(arrangementApi.changeCallback, { error: 'error.conflict', current: theirs, lastSave })
  await save().click()
  await expect.element(page.getByText(text('ui.conflict.title'))).toBeVisible()
  await expect.element(page.getByText('kim', { exact: false })).toBeVisible()
  await expect.element(page.getByText('Alleen op dinsdag')).toBeVisible()
  await expect.element(note()).toHaveValue('Bel het werk')
  expect(events).toEqual([])
  api.answer(arrangementApi.changeCallback, { ...callback, note: 'Bel het werk', version: 3 })
  await save().click()
  await expect.poll(() => events).toEqual(['closed'])
  expect(api.callsOf(arrangementApi.changeCallback).map(({ body }) => [body.note, body.version])).toEqual([
    ['Bel het werk', 1],
    ['Bel het werk', 2],
  ])
})

test('the version of a colleague can be taken over', async () => {
  const { api } = await open(callback)
  await note().fill('Bel het werk')
  api.refuse(arrangementApi.changeCallback, { error: 'error.conflict', current: theirs, lastSave })
  await save().click()
  await page.getByRole('button', { name: text('ui.conflict.take') }).click()
  await expect.element(note()).toHaveValue('Alleen op dinsdag')
})

test('a new one is for its maker, at the first moment at which one may call, and closes the question', async () => {
  const { api, events } = await open()
  api.answer(arrangementApi.addCallback, callback)
  await expect.element(page.getByLabelText(text('arrangements.callbacks.at'), { exact: false }).first()).toHaveValue('15-02-2027 11:00')
  await note().fill('Vraagt om uitstel')
  await save().click()
  await expect.poll(() => events).toEqual(['closed'])
  expect(api.callsOf(arrangementApi.addCallback)).toMatchObject([
    { body: { forUserID: 1, note: 'Vraagt om uitstel', at: '2027-02-15T10:00:00.000Z' } },
  ])
})

test('where one stands it is shown, and the new moment takes its place', async () => {
  const { api, events } = await open(undefined, [callback])
  api.answer(arrangementApi.changeCallback, { ...callback, version: 2 })
  await expect.element(page.getByText('Na tienen')).toBeVisible()
  await expect.element(page.getByLabelText(text('arrangements.callbacks.at'), { exact: false }).first()).toHaveValue('15-02-2027 11:00')
  await save().click()
  await expect.poll(() => events).toEqual(['closed'])
  expect(api.callsOf(arrangementApi.changeCallback)).toMatchObject([
    { params: { callbackID: '4' }, body: { at: '2027-02-15T10:00:00.000Z', forUserID: 1, version: 1 } },
  ])
  expect(api.callsOf(arrangementApi.addCallback)).toEqual([])
})

test('both are kept when one says so', async () => {
  const { api, events } = await open(undefined, [callback])
  api.answer(arrangementApi.addCallback, callback)
  await page.getByText(text('arrangements.callbacks.both')).click()
  await expect.element(page.getByLabelText(text('arrangements.callbacks.at'), { exact: false }).first()).toHaveValue('15-02-2027 11:00')
  await save().click()
  await expect.poll(() => events).toEqual(['closed'])
  expect(api.callsOf(arrangementApi.addCallback)).toHaveLength(1)
  expect(api.callsOf(arrangementApi.changeCallback)).toEqual([])
})
