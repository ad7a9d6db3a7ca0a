import { inboxApi } from '@regie/contract/inbox.ts'
import { Right } from '@regie/contract/right-codes.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { renderScreen, text } from '../../../test/render-screen.tsx'
import { GivenNumber } from './given-number.tsx'

const number = '+31612345678'
const all = [Right.inbox, Right.viewCases, Right.viewPersonalData, Right.changeInputFields]
const button = (key: string) => page.getByRole('button', { name: text(key) })
/** What may not be pressed says why behind its word. */
const refused = (key: string) => page.getByRole('button', { name: text(key), exact: false })
const inDialog = (key: string) => page.getByRole('dialog').getByRole('button', { name: text(key) })

const showGiven = (isInCase: boolean, caseID: number | null, rights: readonly number[] = all) =>
  renderScreen(
    (api) => {
      api.answer(inboxApi.takeNumber, undefined as never)
      return <GivenNumber given={{ number, isInCase }} conversationID={4} incomingID={9} caseID={caseID} />
    },
    { rights, texts: ['inbox'] },
  )

test('without the right to change fields it is shown and not taken over', async () => {
  await showGiven(false, 7, [Right.inbox, Right.viewCases, Right.viewPersonalData])
  await expect.element(refused('inbox.givenNumber.take')).toHaveAttribute('title', text('inbox.givenNumber.noRight'))
  await expect.element(page.getByText(text('inbox.givenNumber.noRight'), { exact: true })).toBeVisible()
})

test('the number that a person gave is taken over after a question, and not before', async () => {
  const { api } = await showGiven(false, 7)
  await expect.element(page.getByText(text('inbox.givenNumber.gave', { number }))).toBeVisible()
  await button('inbox.givenNumber.take').click()
  expect(api.callsOf(inboxApi.takeNumber)).toEqual([])
  await inDialog('inbox.givenNumber.take').click()
  await expect.poll(() => api.callsOf(inboxApi.takeNumber)).toMatchObject([{ params: { conversationID: '4', incomingID: '9' } }])
})

test('without a case or a right the button says why', async () => {
  await showGiven(false, null)
  await expect.element(refused('inbox.givenNumber.take')).toHaveAttribute('title', text('inbox.givenNumber.untied'))
})

test('a number that the case has says so', async () => {
  await showGiven(true, 7)
  await expect.element(page.getByText(text('inbox.givenNumber.inCase'))).toBeVisible()
  expect(button('inbox.givenNumber.take').query()).toBeNull()
})
