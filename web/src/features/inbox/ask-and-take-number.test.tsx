import { caseApi } from '@regie/contract/cases.ts'
import { inboxApi } from '@regie/contract/inbox.ts'
import { manualMessageApi } from '@regie/contract/manual-messages.ts'
import { Right } from '@regie/contract/right-codes.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { caseDetail } from '../../../test/case-detail.ts'
import { renderScreen, text } from '../../../test/render-screen.tsx'
import { Composer } from '../outreach/composer.tsx'
import { GivenNumber } from './given-number.tsx'

const number = '+31612345678'
const all = [Right.inbox, Right.viewCases, Right.viewPersonalData, Right.changeInputFields, Right.sendWhatsApp]
const button = (key: string) => page.getByRole('button', { name: text(key) })
const inDialog = (key: string) => page.getByRole('dialog').getByRole('button', { name: text(key) })

const showGiven = (isInCase: boolean, caseID: number | null, rights: readonly number[] = all) =>
  renderScreen(
    (api) => {
      api.answer(inboxApi.takeNumber, undefined as never)
      return <GivenNumber given={{ number, isInCase }} conversationID={4} incomingID={9} caseID={caseID} />
    },
    { rights, texts: ['inbox'] },
  )

const showComposer = (windowEndsAt: string | null, asksNumber: string | null) =>
  renderScreen(
    (api) => {
      api.answer(manualMessageApi.texts, {
        ...{ to: 'NL.1349', ok: true, reason: null, nextAt: null, locale: 'nl', answersUntil: null },
        ...{ windowEndsAt, mayPassCap: false, asksNumber, isMasked: false, texts: [] },
      })
      api.answer(manualMessageApi.send, caseDetail)
      api.answer(caseApi.get, { ...caseDetail, status: 'open' })
      return <Composer caseID={7} channel="whatsapp" conversation={{ conversationID: 4, subject: '' }} />
    },
    { rights: all, texts: ['cases', 'outreach'] },
  )

test('the number that a person gave is taken over after a question, and not before', async () => {
  const { api } = await showGiven(false, 7)
  await expect.element(page.getByText(text('inbox.givenNumber.gave', { number }))).toBeVisible()
  await button('inbox.givenNumber.take').click()
  expect(api.callsOf(inboxApi.takeNumber)).toEqual([])
  await inDialog('inbox.givenNumber.take').click()
  await expect.poll(() => api.callsOf(inboxApi.takeNumber)).toMatchObject([{ params: { conversationID: '4', incomingID: '9' } }])
})

test('without the rights or a case the button says why; what stands in the case is taken over no more', async () => {
  await showGiven(false, null)
  await button('inbox.givenNumber.take').click()
  await expect.element(page.getByText(text('inbox.givenNumber.untied')).first()).toBeInTheDocument()
  expect(page.getByRole('dialog').query()).toBeNull()
})

test('a number that the case has says so', async () => {
  await showGiven(true, 7)
  await expect.element(page.getByText(text('inbox.givenNumber.inCase'))).toBeVisible()
  expect(button('inbox.givenNumber.take').query()).toBeNull()
})

test('who is known by an id alone is asked with the words that were shown; another one is not', async () => {
  const { api } = await showComposer('2999-01-01T00:00:00.000Z', 'Deelt u uw nummer?')
  await button('outreach.askNumber.verb').click()
  await expect.element(page.getByRole('dialog').getByText('Deelt u uw nummer?')).toBeVisible()
  await inDialog('outreach.askNumber.send').click()
  await expect.poll(() => api.callsOf(manualMessageApi.send)[0]?.body).toMatchObject({ asksNumber: true, conversationID: 4 })
  expect(api.callsOf(manualMessageApi.send)[0]?.body).not.toHaveProperty('text')
})

test('once the day of WhatsApp is over nobody is asked, and who has a number never', async () => {
  await showComposer(null, 'Deelt u uw nummer?')
  await button('outreach.askNumber.verb').click()
  await expect.element(page.getByText(text('outreach.askNumber.windowClosed')).first()).toBeInTheDocument()
  expect(page.getByRole('dialog').query()).toBeNull()
})

test('who has a number is not asked for it', async () => {
  await showComposer('2999-01-01T00:00:00.000Z', null)
  await expect.element(page.getByLabelText(text('outreach.compose.words'))).toBeVisible()
  expect(button('outreach.askNumber.verb').query()).toBeNull()
})
