import { caseApi, type Communication } from '@regie/contract/cases.ts'
import { failureApi } from '@regie/contract/failures.ts'
import { Right } from '@regie/contract/right-codes.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { renderScreen, text } from '../../../../test/render-screen.tsx'
import { MessageViewer } from './message-viewer.tsx'

const call: Communication = {
  ...{ communicationID: 3, channel: 'call', state: 'answered', to: '+31612345678', from: '+31101234567', subject: '', text: 'Goedendag' },
  ...{
    customerID: 1,
    html: null,
    simulated: true,
    provider: 'simulated-voice',
    providerName: 'Oefenlijn',
    insteadOf: null,
    voice: 'Chloé',
    language: 'fr',
    heard: [
      { part: 'answer', after: null, text: 'Goedendag', played: { voice: 'Chloé', seconds: 3.4 } },
      { part: 'key', after: { key: '2', name: 'Uitleg' }, text: 'De factuur is van mei', played: null },
      { part: 'voicemail', after: null, text: 'Bel ons terug', played: null },
    ],
    menu: {
      keys: [
        { key: '1', name: 'Nu betalen' },
        { key: '2', name: 'Uitleg' },
      ],
      chosen: '1',
    },
  },
  ...{
    queuedAt: '2027-03-02T10:00:00Z',
    sentAt: '2027-03-02T10:00:00Z',
    deliveredAt: null,
    reason: null,
    failure: null,
    mail: null,
    attachments: [],
    buttons: [],
    decisions: [],
  },
}

test('a simulated call shows its provider and the number, voice and language that reached it', async () => {
  await renderScreen(
    (api) => {
      api.answer(caseApi.communication, call)
      return <MessageViewer caseID={1} communicationID={3} />
    },
    { rights: [Right.viewCases], texts: ['speech'] },
  )
  for (const shown of [`Oefenlijn (${text('cases.messages.simulation')})`, 'Chloé', text('cases.messages.languages.fr'), '+31101234567'])
    await expect.element(page.getByText(shown, { exact: true })).toBeVisible()
  await expect.element(page.getByText(text('cases.messages.callerID'))).toBeVisible()
  const voicemail = page.getByRole('region', { name: text('cases.messages.spoken.voicemail') })
  await expect.element(voicemail.getByText('Bel ons terug')).toBeVisible()
  await expect.element(page.getByText(text('cases.messages.spoken.played', { voice: 'Chloé', seconds: '3,4' }))).toBeVisible()
  const explained = page.getByRole('region', { name: text('cases.messages.spoken.key', { key: '2', name: 'Uitleg' }) })
  await expect.element(explained.getByText('De factuur is van mei')).toBeVisible()
  await expect.element(page.getByText('1 Nu betalen · 2 Uitleg')).toBeVisible()
  await expect.element(page.getByText('1 Nu betalen', { exact: true })).toBeVisible()
})

test('a message that failed says why, what to do, and is sent again after a question', async () => {
  const mail: Communication = {
    ...call,
    channel: 'email',
    state: 'failed',
    reason: '550 5.2.2 Over quota',
    failure: { code: '5.2.2', cause: 'mailboxFull', note: '' },
  }
  const { api } = await renderScreen(
    (fake) => {
      fake.answer(caseApi.communication, mail)
      fake.answer(failureApi.retry, { communicationID: 9 })
      return <MessageViewer caseID={1} communicationID={3} />
    },
    { rights: [Right.viewCases, Right.sendEmail], texts: ['failures'] },
  )
  await expect.element(page.getByText(text('cases.causes.mailboxFull'))).toBeVisible()
  await expect.element(page.getByText(text('failures.todo.retryLater'))).toBeVisible()
  await page.getByRole('button', { name: text('failures.actions.retryLater') }).click()
  expect(api.callsOf(failureApi.retry)).toEqual([])
  await page
    .getByRole('dialog')
    .getByRole('button', { name: text('failures.retry.verb') })
    .click()
  await expect.poll(() => api.callsOf(failureApi.retry)).toMatchObject([{ params: { communicationID: '3' } }])
})

const letter: Communication = { ...call, channel: 'email', state: 'sent', subject: 'Factuur', html: '<p>Beste Jan</p>' }
const showLetter = (html: string) =>
  renderScreen(
    (api) => {
      api.answer(caseApi.communication, { ...letter, html })
      return <MessageViewer caseID={1} communicationID={3} />
    },
    { rights: [Right.viewCases], texts: ['speech'] },
  )
const frame = () => page.getByTitle(text('cases.messages.frame', { subject: 'Factuur' }))

test('a mail that knows dark is shown as its reader sees it in light and in dark, in a frame that runs nothing', async () => {
  await showLetter('<style>@media (prefers-color-scheme: dark){p{color:white}}</style><p>Beste Jan</p>')
  await expect.element(frame()).toHaveAttribute('sandbox', '')
  await expect.element(frame()).toHaveAttribute('src', '/api/cases/1/communications/3/page?scheme=light')
  await page.getByText(text('cases.messages.schemes.dark'), { exact: true }).click()
  await expect.element(frame()).toHaveAttribute('src', '/api/cases/1/communications/3/page?scheme=dark')
})

test('a mail that knows no dark offers none', async () => {
  await showLetter('<p>Beste Jan</p>')
  await expect.element(frame()).toBeVisible()
  expect(page.getByText(text('cases.messages.schemes.dark'), { exact: true }).query()).toBeNull()
})
