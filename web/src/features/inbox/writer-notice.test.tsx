import { inboxApi, type WriterWithoutNumber } from '@regie/contract/inbox.ts'
import { Right } from '@regie/contract/right-codes.ts'
import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { renderScreen, text } from '../../../test/render-screen.tsx'
import { WriterNotice } from './writer-notice.tsx'

afterEach(() => page.viewport(1440, 900))

const rights = [Right.inbox, Right.viewCases, Right.viewPersonalData, Right.changeInputFields]
const show = (writer: WriterWithoutNumber['writer']) =>
  renderScreen(
    (api) => {
      api.answer(inboxApi.withoutNumber, { writer })
      api.answer(inboxApi.takeNumber, undefined as never)
      return <WriterNotice caseID={7} ask={(conversationID) => <button type="button">ask in {conversationID}</button>} />
    },
    { rights, texts: ['inbox'] },
  )

test('who writes without a number is asked for it, in their conversation', async () => {
  await show({ conversationID: 4, given: null })
  await expect.element(page.getByText(text('inbox.writer.title'))).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'ask in 4' })).toBeVisible()
})

test('on a phone it says what to do as well', async () => {
  await page.viewport(390, 844)
  await show({ conversationID: 4, given: null })
  await expect.element(page.getByText(text('inbox.writer.help'))).toBeVisible()
})

test('the number that they gave is taken over from the case, and they are not asked again', async () => {
  const { api } = await show({ conversationID: 4, given: { incomingID: 9, number: '+31612345678' } })
  await page.getByRole('button', { name: text('inbox.givenNumber.take') }).click()
  expect(page.getByRole('button', { name: 'ask in 4' }).query()).toBeNull()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: text('inbox.givenNumber.take') })
    .click()
  await expect.poll(() => api.callsOf(inboxApi.takeNumber)).toMatchObject([{ params: { conversationID: '4', incomingID: '9' } }])
})

test('in a case whose person shows their number it is not there', async () => {
  const { api } = await show(null)
  await expect.poll(() => api.callsOf(inboxApi.withoutNumber).length).toBeGreaterThan(0)
  expect(page.getByText(text('inbox.writer.title')).query()).toBeNull()
})
