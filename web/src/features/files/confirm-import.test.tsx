import { usualTrial } from '@regie/contract/batches.ts'
import { fileApi } from '@regie/contract/files.ts'
import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { importOfTest } from '../../../test/import-of-test.ts'
import { renderScreen, text } from '../../../test/render-screen.tsx'
import { ConfirmImport } from './confirm-import.tsx'

beforeEach(() => localStorage.clear())

async function open(count: number, updated = 0) {
  const { api, leave } = await renderScreen(
    (fake) => {
      fake.answer(fileApi.confirm, importOfTest({ status: 'importing' }))
      return <ConfirmImport found={importOfTest()} count={count} updated={updated} />
    },
    { texts: ['files'] },
  )
  return { leave, sent: () => api.callsOf(fileApi.confirm).map(({ body }) => body) }
}
const press = (name: string) => page.getByRole('button', { name }).click()
const trial = () => text('files.confirm.trial', { size: usualTrial.size })
const now = (count: number) => text('files.confirm.now', { count, total: count })

test('more cases than a trial run has: the trial run is the first button', async () => {
  const { sent } = await open(30)
  await page.getByLabelText(text('files.confirm.name'), { exact: false }).fill('Najaar')
  await press(trial())
  await expect.poll(sent).toMatchObject([{ name: 'Najaar', startLater: false, checkNo: importOfTest().checkNo, trial: usualTrial }])
})

test('all of them at once, or none yet', async () => {
  const { sent } = await open(30)
  await press(now(30))
  await expect.poll(sent).toMatchObject([{ startLater: false }])
  expect(sent()[0]).not.toHaveProperty('trial')
  await press(text('files.confirm.later'))
  await expect.poll(() => sent()[1]).toMatchObject({ startLater: true })
})

test('a few cases have no trial run', async () => {
  const { sent } = await open(25)
  await expect.element(page.getByRole('button', { name: now(25) })).toBeVisible()
  expect(page.getByRole('button', { name: trial() }).query()).toBeNull()
  await press(now(25))
  await expect.poll(sent).toHaveLength(1)
})

test('amounts alone ask for no name of a batch', async () => {
  const { sent } = await open(0, 2)
  expect(page.getByRole('textbox').query()).toBeNull()
  await press(text('files.confirm.updateVerb', { count: 2, total: 2 }))
  await expect.poll(sent).toHaveLength(1)
})

test('a name that was typed stands there again for who left, and no more once the batch was begun', async () => {
  const name = () => page.getByLabelText(text('files.confirm.name'), { exact: false })
  const first = await open(30)
  await name().fill('Najaar')
  first.leave()
  const second = await open(30)
  await expect.element(name()).toHaveValue('Najaar')
  await press(now(30))
  await expect.poll(() => Object.keys(localStorage)).toEqual([])
  expect(second.sent()).toMatchObject([{ name: 'Najaar' }])
})
