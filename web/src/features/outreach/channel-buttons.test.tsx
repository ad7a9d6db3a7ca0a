import { caseActionApi } from '@regie/contract/case-actions.ts'
import { type CaseDetail, caseApi, type ChannelPermission } from '@regie/contract/cases.ts'
import { callApi, type ManualCall } from '@regie/contract/calls.ts'
import { manualMessageApi, type WrittenTexts } from '@regie/contract/manual-messages.ts'
import { Right } from '@regie/contract/right-codes.ts'
import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { caseDetail } from '../../../test/case-detail.ts'
import { renderScreen, text } from '../../../test/render-screen.tsx'
import { formatNextMoment } from '../../locales/next-moment.ts'
import { ChannelButtons, useLinkRefusal } from './channel-buttons.tsx'
import { Composer } from './composer.tsx'

// What one wrote and did not send is kept.
beforeEach(() => localStorage.clear())

const open = { ok: true, reason: null, nextAt: null }
const show = (found: CaseDetail) =>
  renderScreen(
    (api) => {
      api.answer(caseActionApi.permission, { call: open, email: open, sms: open, whatsapp: open, link: open })
      api.answer(callApi.find, { call: null })
      api.answer(caseApi.get, found)
      return <ChannelButtons found={found} />
    },
    { rights: [Right.viewCases, Right.changeCases, Right.sendEmail, Right.sendSms], texts: ['cases', 'outreach'] },
  )
const call = () => page.getByRole('button', { name: new RegExp(`^${text('cases.channels.call')}`) })

test('a person who may be called is called by a press', async () => {
  await show({ ...caseDetail, status: 'open', liveState: null })
  await expect.element(call()).toBeVisible()
  await expect.element(call()).not.toHaveAttribute('aria-disabled', 'true')
})

for (const liveState of ['calling', 'incall'] as const)
  test(`while the script has the person on the phone nobody dials beside it: ${liveState}`, async () => {
    await show({ ...caseDetail, status: 'open', liveState })
    await expect.element(call()).toHaveAttribute('aria-disabled', 'true')
    await expect.element(call()).toHaveAccessibleName(new RegExp(text('outreach.call.scriptCalls')))
  })

test('that a colleague talks with the person is said first, and that every channel may be used is not', async () => {
  const call: ManualCall = {
    ...{ callID: 5, caseID: caseDetail.caseID, by: 'sven', mine: false, state: 'talking', askedAt: '2027-03-01T10:00:00Z' },
    ...{ ringingAt: '2027-03-01T10:00:05Z', answeredAt: '2027-03-01T10:00:09Z', endedAt: null, outcome: null, reason: null },
    ...{ simulated: true, needsResult: false, needsAnswer: false },
  }
  await renderScreen(
    (api) => {
      api.answer(caseActionApi.permission, { call: open, email: open, sms: open, whatsapp: open, link: open })
      api.answer(callApi.find, { call })
      api.answer(caseApi.get, caseDetail)
      return <ChannelButtons found={caseDetail} />
    },
    { rights: [Right.viewCases, Right.changeCases], texts: ['cases', 'outreach'] },
  )
  await expect.element(page.getByText(text('outreach.call.colleague', { name: 'sven' }))).toBeVisible()
  expect(page.getByText(text('outreach.allAllowed')).query()).toBeNull()
})

test('on a case that was just closed nothing looks possible, whatever its lights said before', async () => {
  await show({ ...caseDetail, status: 'closed', liveState: null })
  for (const channel of ['call', 'email', 'sms', 'whatsapp'] as const)
    await expect
      .element(page.getByRole('button', { name: new RegExp(`^${text(`cases.channels.${channel}`)}`) }))
      .toHaveAttribute('aria-disabled', 'true')
  await expect.element(page.getByText(text('cases.refusals.caseClosed'), { exact: true })).toBeVisible()
})

const monday = new Date(Date.now() + 36 * 3_600_000).toISOString()
const shut = { ok: false, reason: 'outsideWindow', nextAt: monday } as const
const texts: WrittenTexts = {
  ...{
    to: 'j@example.nl',
    ...open,
    locale: 'nl',
    answersUntil: null,
    windowEndsAt: null,
    mayPassCap: false,
    asksNumber: null,
    fileFault: null,
    invoices: 0,
    isMasked: false,
  },
  texts: [
    {
      key: 'herinnering',
      name: 'Eerste herinnering',
      receiver: null,
      subject: '',
      text: 'Beste Jansen',
      missing: [],
      fileFault: null,
      invoices: null,
    },
  ],
}
const showComposer = (channel: 'email' | 'whatsapp', answer: WrittenTexts, status: CaseDetail['status'] = 'open') =>
  renderScreen(
    (api) => {
      api.answer(manualMessageApi.texts, answer)
      api.answer(manualMessageApi.send, caseDetail)
      api.answer(caseApi.get, { ...caseDetail, status })
      return <Composer caseID={7} channel={channel} />
    },
    { rights: [Right.viewCases, Right.sendEmail, Right.sendWhatsApp], texts: ['cases', 'outreach'] },
  )

test('where a channel is shut until a moment its button still opens the composer', async () => {
  await renderScreen(
    (api) => {
      api.answer(caseActionApi.permission, { call: shut, email: shut, sms: open, whatsapp: open, link: open })
      api.answer(callApi.find, { call: null })
      api.answer(caseApi.get, caseDetail)
      return <ChannelButtons found={caseDetail} />
    },
    { rights: [Right.viewCases, Right.sendEmail], texts: ['cases', 'outreach'] },
  )
  const email = page.getByRole('button', { name: `${text('cases.channels.email')} · ${text('outreach.planLater')}` })
  await expect.element(email).not.toHaveAttribute('aria-disabled', 'true')
  await expect.element(call()).toHaveAttribute('aria-disabled', 'true')
})

const showPaused = (light: ChannelPermission) =>
  renderScreen(
    (api) => {
      const paused: CaseDetail = { ...caseDetail, status: 'paused', pausedUntil: null }
      api.answer(caseActionApi.permission, { call: light, email: light, sms: light, whatsapp: light, link: light })
      api.answer(callApi.find, { call: null })
      api.answer(caseApi.get, paused)
      return <ChannelButtons found={paused} whenPaused={<p>De pauze</p>} />
    },
    { rights: [Right.viewCases, Right.changeCases, Right.sendEmail], texts: ['cases', 'outreach'] },
  )

test('the pause that holds the channels is said under them, on a phone above them, and nothing is planned for a moment that nobody knows', async () => {
  await showPaused({ ok: false, reason: 'casePaused', nextAt: null })
  await expect.element(page.getByText('De pauze')).toBeVisible()
  // It is said once.
  expect(page.getByText(text('cases.refusals.casePaused')).query()).toBeNull()
  // Who reads it by keyboard or hears it meets it where it is seen.
  const comesAfterCall = () => call().element().compareDocumentPosition(page.getByText('De pauze').element()) === 4
  expect(comesAfterCall()).toBe(true)
  await page.viewport(390, 844)
  await expect.poll(comesAfterCall).toBe(false)
  await page.viewport(1440, 900)
  const email = page.getByRole('button', { name: new RegExp(`^${text('cases.channels.email')}`) })
  await expect.element(email).toHaveAttribute('aria-disabled', 'true')
  await expect.element(email).not.toHaveAccessibleName(new RegExp(text('outreach.planLater')))
})

test('a pause that holds no channel is not said to', async () => {
  await showPaused(open)
  await expect.element(page.getByText(text('outreach.allAllowed'))).toBeVisible()
  await expect.element(page.getByText('De pauze')).not.toBeInTheDocument()
})

test('what may not leave now is planned for the moment at which it may', async () => {
  const { api } = await showComposer('email', { ...texts, ...shut })
  await page.getByLabelText(text('outreach.compose.words')).fill('Beste heer')
  await page.getByLabelText(text('outreach.compose.subject')).fill('Uw rekening')
  await page.getByRole('button', { name: text('outreach.compose.planFor', { at: formatNextMoment(monday) }) }).click()
  await expect.poll(() => api.callsOf(manualMessageApi.send)[0]?.body).toMatchObject({ text: 'Beste heer', sendAt: monday })
})

const named = {
  ...texts.texts[0],
  ...{ key: 'adviseur', name: 'Aan de adviseur', text: 'Beste adviseur' },
  ...{ subject: 'Dossier', missing: [], fileFault: null, invoices: null },
}
const emailVerb = () => page.getByRole('button', { name: text('outreach.compose.emailVerb'), exact: true })
const invoiceCheck = () => page.getByRole('checkbox', { name: text('outreach.compose.withInvoices', { count: 1 }) })

test('a text is chosen by the name that staff gave it, with its subject beneath', async () => {
  await showComposer('email', { ...texts, texts: [{ ...named, receiver: null }] })
  await page.getByRole('button', { name: text('outreach.compose.pick') }).click()
  const one = page.getByRole('list', { name: text('outreach.compose.which') }).getByRole('button')
  await expect.element(one).toHaveAccessibleName('Aan de adviseur Dossier Beste adviseur')
  await one.click()
  await expect.element(page.getByText(text('outreach.compose.textOf', { name: 'Aan de adviseur' }))).toBeVisible()
})

for (const [missing, todo] of [
  ['betaallink', 'missingLink'],
  ['klantnummer', 'missingField'],
] as const)
  test(`a text that asks in vain for ${missing} says what to do about it`, async () => {
    await showComposer('email', { ...texts, texts: [{ ...named, receiver: null, subject: '', text: '', missing: [missing] }] })
    await page.getByRole('button', { name: text('outreach.compose.pick') }).click()
    await page.getByRole('button', { name: /Aan de adviseur/ }).click()
    const words = `${text('outreach.compose.missing', { names: missing })} ${text(`outreach.compose.${todo}`)}`
    await expect.element(page.getByRole('region', { name: text('outreach.compose.preview') }).getByText(words)).toBeVisible()
  })

test('the invoice of the case goes with own words by a choice', async () => {
  const { api } = await showComposer('email', { ...texts, invoices: 1 })
  await page.getByLabelText(text('outreach.compose.subject')).fill('Uw vraag')
  await page.getByLabelText(text('outreach.compose.words')).fill('Hierbij de factuur')
  await expect.element(invoiceCheck()).not.toBeChecked()
  await invoiceCheck().click()
  await emailVerb().click()
  await expect.poll(() => api.callsOf(manualMessageApi.send)[0]?.body).toMatchObject({ text: 'Hierbij de factuur', withInvoices: true })
})

test('a text that carries the invoice keeps it when it is written on; its own sentence says so until then', async () => {
  const carrying = { ...named, receiver: null, invoices: 1 }
  const { api } = await showComposer('email', { ...texts, invoices: 1, texts: [carrying] })
  await page.getByRole('button', { name: text('outreach.compose.pick') }).click()
  await page.getByRole('button', { name: /Beste adviseur/ }).click()
  await expect.element(page.getByText(text('outreach.compose.invoices', { count: 1 }))).toBeVisible()
  expect(invoiceCheck().query()).toBeNull()
  await page.getByRole('button', { name: text('outreach.compose.rewrite') }).click()
  await expect.element(invoiceCheck()).toBeChecked()
  await emailVerb().click()
  await expect.poll(() => api.callsOf(manualMessageApi.send)[0]?.body).toMatchObject({ text: 'Beste adviseur', withInvoices: true })
})

test('a case without an invoice offers none to send along', async () => {
  await showComposer('email', texts)
  await expect.element(page.getByLabelText(text('outreach.compose.words'))).toBeVisible()
  expect(page.getByRole('checkbox').query()).toBeNull()
})

test('a WhatsApp outside its window says so at once and shows the texts to choose from', async () => {
  await showComposer('whatsapp', texts)
  await expect.element(page.getByText(text('outreach.compose.windowClosed'), { exact: true }).first()).toBeVisible()
  await expect.element(page.getByRole('button', { name: /Eerste herinnering/ })).toBeVisible()
  await expect.element(page.getByLabelText(text('outreach.compose.words'))).not.toBeInTheDocument()
})

test('a composer of a case that was closed meanwhile says so and sends nothing', async () => {
  await showComposer('email', texts, 'closed')
  await expect.element(page.getByText(text('cases.refusals.caseClosed'), { exact: true }).first()).toBeVisible()
  await expect
    .element(page.getByRole('button', { name: new RegExp(`^${text('outreach.compose.emailVerb')}`) }))
    .toHaveAttribute('aria-disabled', 'true')
})

const unreached = { ok: false, reason: 'noEmail', nextAt: null } as const
test('the light of a text that names who gets it is of them: it may leave where the person has no address', async () => {
  const receiver = { to: 'adviseur@example.nl', ...open, mayPassCap: false }
  const { api } = await showComposer('email', { ...texts, to: null, ...unreached, texts: [{ ...named, receiver }] })
  await expect.element(page.getByRole('status').getByText(text('cases.refusals.noEmail'))).toBeVisible()
  await page.getByRole('button', { name: text('outreach.compose.pick') }).click()
  await page.getByRole('button', { name: /Beste adviseur/ }).click()
  await expect.element(page.getByText('adviseur@example.nl')).toBeVisible()
  await expect.element(page.getByRole('status').getByText(text('outreach.compose.mayNow'))).toBeVisible()
  await page.getByRole('button', { name: text('outreach.compose.emailVerb') }).click()
  await expect.poll(() => api.callsOf(manualMessageApi.send)[0]?.body).toMatchObject({ template: 'adviseur' })
})

test('a text whose receiver is on the blacklist is refused before it is pressed, though the person may be written to', async () => {
  const receiver = { to: 'weg@example.nl', ok: false, reason: 'blacklisted', nextAt: null, mayPassCap: false } as const
  await showComposer('email', { ...texts, texts: [{ ...named, receiver }] })
  await page.getByRole('button', { name: text('outreach.compose.pick') }).click()
  await page.getByRole('button', { name: /Beste adviseur/ }).click()
  await expect.element(page.getByRole('status').getByText(text('cases.refusals.blacklisted'))).toBeVisible()
  await expect
    .element(page.getByRole('button', { name: new RegExp(`^${text('outreach.compose.emailVerb')}`) }))
    .toHaveAttribute('aria-disabled', 'true')
})

for (const byText of [true, false])
  test(`of a person without an address the composer ${byText ? 'opens where a text names another' : 'stays shut'}`, async () => {
    await renderScreen(
      (api) => {
        api.answer(caseActionApi.permission, { call: open, email: { ...unreached, byText }, sms: open, whatsapp: open, link: open })
        api.answer(callApi.find, { call: null })
        api.answer(caseApi.get, caseDetail)
        return <ChannelButtons found={caseDetail} />
      },
      { rights: [Right.viewCases, Right.sendEmail], texts: ['cases', 'outreach'] },
    )
    const button = page.getByRole('button', { name: new RegExp(`^${text('cases.channels.email')}`) })
    await expect.element(button).toBeVisible()
    expect(button.element().getAttribute('aria-disabled')).toBe(byText ? null : 'true')
  })

function LinkRefusal() {
  return <p>{useLinkRefusal(caseDetail) ?? 'vrij'}</p>
}

for (const [what, link, words] of [
  ['is free where the server says so, whatever the channels say', open, () => 'vrij'],
  ['waits with the pause', { ok: false, reason: 'casePaused', nextAt: null }, () => text('cases.refusals.casePaused')],
  ['is free where its text names who gets it', { ...unreached, byText: true }, () => 'vrij'],
] as const)
  test(`a payment link ${what}`, async () => {
    const paused = { ok: false, reason: 'casePaused', nextAt: null } as const
    await renderScreen(
      (api) => {
        api.answer(caseActionApi.permission, { call: paused, email: paused, sms: paused, whatsapp: paused, link })
        return <LinkRefusal />
      },
      { rights: [Right.viewCases], texts: ['cases', 'outreach'] },
    )
    await expect.element(page.getByText(words(), { exact: true })).toBeVisible()
  })
