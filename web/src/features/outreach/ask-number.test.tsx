import { caseApi } from '@regie/contract/cases.ts'
import { manualMessageApi } from '@regie/contract/manual-messages.ts'
import { Right } from '@regie/contract/right-codes.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { caseDetail } from '../../../test/case-detail.ts'
import { renderScreen, text } from '../../../test/render-screen.tsx'
import { Composer } from './composer.tsx'

const all = [Right.inbox, Right.viewCases, Right.viewPersonalData, Right.sendWhatsApp]
const button = (key: string) => page.getByRole('button', { name: text(key) })
/** What may not be pressed says why behind its word. */
const refused = (key: string) => page.getByRole('button', { name: text(key), exact: false })
const inDialog = (key: string) => page.getByRole('dialog').getByRole('button', { name: text(key) })

const showComposer = (windowEndsAt: string | null, asksNumber: string | null) =>
  renderScreen(
    (api) => {
      api.answer(manualMessageApi.texts, {
        ...{ to: 'NL.1349', ok: true, reason: null, nextAt: null, locale: 'nl', answersUntil: null },
        ...{ windowEndsAt, mayPassCap: false, asksNumber, fileFault: null, invoices: 0, isMasked: false, texts: [] },
      })
      api.answer(manualMessageApi.send, caseDetail)
      api.answer(caseApi.get, { ...caseDetail, status: 'open' })
      return <Composer caseID={7} channel="whatsapp" conversation={{ conversationID: 4, subject: '' }} />
    },
    { rights: all, texts: ['cases', 'outreach'] },
  )

test('who is known by an id alone is asked with the words that were shown; another one is not', async () => {
  const { api } = await showComposer('2999-01-01T00:00:00.000Z', 'Deelt u uw nummer?')
  await button('outreach.askNumber.verb').click()
  await expect.element(page.getByRole('dialog').getByText('Deelt u uw nummer?')).toBeVisible()
  await inDialog('outreach.askNumber.send').click()
  await expect.poll(() => api.callsOf(manualMessageApi.send)[0]?.body).toMatchObject({ asksNumber: true, conversationID: 4 })
  expect(api.callsOf(manualMessageApi.send)[0]?.body).not.toHaveProperty('text')
})

test('once the day of WhatsApp is over nobody is asked', async () => {
  await showComposer(null, 'Deelt u uw nummer?')
  await expect.element(refused('outreach.askNumber.verb')).toHaveAttribute('title', text('outreach.askNumber.windowClosed'))
})

test('who has a number is not asked for it', async () => {
  await showComposer('2999-01-01T00:00:00.000Z', null)
  await expect.element(page.getByLabelText(text('outreach.compose.words'))).toBeVisible()
  expect(button('outreach.askNumber.verb').query()).toBeNull()
})
