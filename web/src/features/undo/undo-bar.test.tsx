import { type Undo, undoApi } from '@regie/contract/undo.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { renderScreen, text } from '../../../test/render-screen.tsx'
import { UndoBar } from './undo-bar.tsx'

const done = (action: Undo['action'], name: string, change: Undo['change'] = null): Undo => ({
  token: name,
  action,
  name,
  count: 1,
  change,
  customerID: 1,
  batchID: null,
  caseID: action === 'case.change' ? 7 : null,
  at: new Date().toISOString(),
  until: new Date(Date.now() + 10 * 60_000).toISOString(),
})

for (const [action, key] of [
  ['case.change', 'undo.words.caseChange'],
  ['batch.pause', 'undo.words.batchPause'],
] as const)
  test(`${action} is offered for ten minutes, and undone it is gone`, async () => {
    const { api } = await renderScreen((fake) => {
      fake.answer(undoApi.list, [done(action, 'A-1')])
      fake.answer(undoApi.undo, { restored: 1, leftAlone: 0, reasons: [] })
      return <UndoBar />
    })
    await expect.element(page.getByText(text(key, { name: 'A-1' }))).toBeVisible()
    const button = page.getByRole('button', { name: text('undo.undo') })
    await expect.element(page.getByText(/^nog (10|9) minuten$/)).toBeVisible()
    await expect.element(button).toBeVisible()
    api.answer(undoApi.list, [])
    await button.click()
    await expect.element(page.getByText(text('undo.done'))).toBeVisible()
    await expect.element(button).not.toBeInTheDocument()
    expect(api.callsOf(undoApi.undo)[0]?.params).toEqual({ token: 'A-1' })
  })

test('on a phone the bar is one slim line with all its words, and gives way to what one types', async () => {
  const { width, height } = { width: innerWidth, height: innerHeight }
  await page.viewport(390, 844)
  await renderScreen((api) => {
    api.answer(undoApi.list, [done('case.change', 'LW006-0005', { kind: 'result', result: 'NWIL' })])
    return (
      <>
        <textarea aria-label="tekst" />
        <UndoBar />
      </>
    )
  })
  const bar = page.getByRole('region', { name: text('undo.label') })
  const words = page.getByText(text('undo.case.result', { name: 'LW006-0005', result: text('cases.results.NWIL') }), { exact: true })
  await expect.element(words).toBeVisible()
  const cut = words.element().scrollHeight - words.element().clientHeight
  expect([cut <= 1, bar.element().getBoundingClientRect().height <= 48]).toEqual([true, true])
  const shown = bar.element()
  await page.getByLabelText('tekst').click()
  await expect.poll(() => getComputedStyle(shown).display).toBe('none')
  await page.viewport(width, height)
})

test('says that nothing was undone when a colleague changed it since', async () => {
  await renderScreen((api) => {
    api.answer(undoApi.list, [done('case.change', 'A-1')])
    api.answer(undoApi.undo, { restored: 0, leftAlone: 1, reasons: [{ reason: 'closed', count: 1 }] })
    return <UndoBar />
  })
  await page.getByRole('button', { name: new RegExp(`^${text('undo.undo')}`) }).click()
  await expect.element(page.getByText(text('undo.doneNothing'))).toBeVisible()
})

for (const [change, key] of [
  [{ kind: 'result', result: 'DISP' }, 'undo.case.result'],
  [{ kind: 'close', result: 'DISP' }, 'undo.case.close'],
  [{ kind: 'pause', result: null }, 'undo.case.pause'],
  [{ kind: 'resume', result: null }, 'undo.case.resume'],
  [{ kind: 'reopen', result: null }, 'undo.case.reopen'],
] as const)
  test(`names what was done to a case: ${change.kind}`, async () => {
    await renderScreen((api) => {
      api.answer(undoApi.list, [done('case.change', 'A-1', change)])
      return <UndoBar />
    })
    await expect.element(page.getByText(text(key, { name: 'A-1', result: text('cases.results.DISP') }), { exact: true })).toBeVisible()
  })

for (const [action, key] of [
  ['cases.bulk', 'undo.cases.pause'],
  ['batches.bulk', 'undo.batches.pause'],
] as const)
  test(`names what was done to many: ${action}`, async () => {
    await renderScreen((api) => {
      api.answer(undoApi.list, [{ ...done(action, '', { kind: 'pause', result: null }), count: 12 }])
      return <UndoBar />
    })
    await expect.element(page.getByText(text(key, { count: 12, total: '12' }), { exact: true })).toBeVisible()
  })

test('names why cases were left alone, with how many, until that was read', async () => {
  await renderScreen((api) => {
    api.answer(undoApi.list, [done('batch.close', 'Mei')])
    const reasons = [
      { reason: 'paid' as const, count: 3 },
      { reason: 'result' as const, count: 1 },
    ]
    api.answer(undoApi.undo, { restored: 20, leftAlone: 4, reasons })
    return <UndoBar />
  })
  await page.getByRole('button', { name: new RegExp(`^${text('undo.undo')}`) }).click()
  const words = text('undo.doneExcept', { total: '4' })
  const bar = page.getByRole('status').filter({ hasText: words })
  await expect.element(bar).toHaveTextContent(`${words} ${text('undo.reasons.paid')} (3), ${text('undo.reasons.result')} (1)`)
  await bar.getByRole('button', { name: text('undo.hide') }).click()
  await expect.element(bar).not.toBeInTheDocument()
})
