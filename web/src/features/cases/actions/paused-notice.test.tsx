import { arrangementApi } from '@regie/contract/arrangements.ts'
import { Right } from '@regie/contract/right-codes.ts'
import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { caseDetail } from '../../../../test/case-detail.ts'
import { formatNextDayOrMoment } from '../../../locales/next-moment.ts'
import { renderScreen, text } from '../../../../test/render-screen.tsx'
import { PausedNotice } from './paused-notice.tsx'

const show = (rights: readonly number[], more: object = {}) =>
  renderScreen(
    (api) => {
      api.answer(arrangementApi.list, { notes: [], callbacks: [], promises: [], complaints: [], missedInstalment: 'end' })
      return <PausedNotice found={{ ...caseDetail, status: 'paused', pausedUntil: null, ...more }} callback={<span>voor Anna</span>} />
    },
    { rights, texts: ['cases'] },
  )
const resume = () => page.getByRole('button', { name: new RegExp(`^${text('cases.resume.button')}`) })

const phone = () => page.viewport(390, 844)
afterEach(() => page.viewport(1280, 800))

test('where there is room the bar of the case has the button, and the notice none', async () => {
  await page.viewport(1280, 800)
  await show([Right.viewCases, Right.changeCases])
  await expect.element(page.getByText(text('cases.pausedNotice.forever'))).toBeVisible()
  expect(resume().query()).toBeNull()
})

test('a paused case says until when nothing goes out, and asks before it goes on', async () => {
  await phone()
  await show([Right.viewCases, Right.changeCases])
  await expect.element(page.getByText(text('cases.pausedNotice.forever'))).toBeVisible()
  await resume().click()
  await expect.element(page.getByRole('dialog').getByText(text('cases.resume.text'))).toBeVisible()
})

test('who may not resume finds the button grey', async () => {
  await phone()
  await show([Right.viewCases])
  await expect.element(resume()).toHaveAttribute('aria-disabled', 'true')
})

test('in a locked batch the button says that it is locked', async () => {
  await phone()
  await show([Right.viewCases, Right.changeCases], { batchLocked: true })
  await expect.element(resume()).toHaveAccessibleName(new RegExp(text('cases.locked')))
})

test('what was agreed with the person is named: a call-back, which may be made meanwhile, or a payment', async () => {
  const pausedUntil = '2027-06-20T07:00:00.000Z'
  const titleOf = (cause: 'callback' | 'promise') => text(`cases.pausedNotice.${cause}`, { at: formatNextDayOrMoment(pausedUntil) })
  await show([Right.viewCases], { pausedUntil, pausedFor: 'callback' })
  await expect.element(page.getByText(titleOf('callback'))).toBeVisible()
  await expect.element(page.getByText(text('cases.pausedNotice.mayCall'), { exact: false })).toBeVisible()
  await expect.element(page.getByText('voor Anna')).toBeVisible()
  await show([Right.viewCases], { pausedUntil, pausedFor: 'promise' })
  await expect.element(page.getByText(titleOf('promise'))).toBeVisible()
  expect(page.getByText('voor Anna').elements()).toHaveLength(1)
})

test('who rests because the debtor cannot pay or needs care is said to', async () => {
  const pausedUntil = '2027-06-20T07:00:00.000Z'
  await show([Right.viewCases], { pausedUntil, pausedFor: 'vulnerable' })
  await expect.element(page.getByText(text('cases.pausedNotice.vulnerable', { at: formatNextDayOrMoment(pausedUntil) }))).toBeVisible()
  await show([Right.viewCases], { pausedFor: 'vulnerable' })
  await expect.element(page.getByText(text('cases.pausedNotice.vulnerableForever'))).toBeVisible()
})
