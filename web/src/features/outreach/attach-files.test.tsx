import { caseApi } from '@regie/contract/cases.ts'
import { mailAttachmentApi } from '@regie/contract/mail-attachments.ts'
import { manualMessageApi, type WrittenChannel, type WrittenTexts } from '@regie/contract/manual-messages.ts'
import { Right } from '@regie/contract/right-codes.ts'
import { beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { caseDetail } from '../../../test/case-detail.ts'
import { renderScreen, text } from '../../../test/render-screen.tsx'
import { queryClient } from '../../api/query-client.ts'
import { apiKey } from '../../api/use-api.ts'
import { Composer } from './composer.tsx'

const answers: { status: number; body: object }[] = []
let made = 0

/** Stands in for the browser's own: an upload is answered as the contract says, or as a test asked. */
class FakeUpload {
  upload = {}
  status = 0
  responseText = ''
  onload = () => undefined
  open = () => undefined
  abort = () => undefined
  getResponseHeader = () => null
  send(form: FormData) {
    const file = form.get('file') as File
    made += 1
    const { status, body } = answers.shift() ?? { status: 200, body: { attachmentID: made, fileName: file.name, bytes: file.size } }
    Object.assign(this, { status, responseText: JSON.stringify(body) })
    queueMicrotask(() => this.onload())
  }
}

beforeEach(() => {
  localStorage.clear()
  answers.length = 0
  made = 0
  vi.stubGlobal('XMLHttpRequest', FakeUpload)
  return () => vi.unstubAllGlobals()
})

const answerOf = (
  windowEndsAt: string | null,
  texts: WrittenTexts['texts'],
  fileFault: WrittenTexts['fileFault'] = null,
): WrittenTexts => ({
  ...{ to: 'j@example.nl', ok: true, reason: null, nextAt: null, locale: 'nl', answersUntil: null },
  ...{ windowEndsAt, mayPassCap: false, asksNumber: null, fileFault, invoices: 0, isMasked: false, texts },
})
const show = (channel: WrittenChannel = 'email', windowEndsAt: string | null = null, texts: WrittenTexts['texts'] = []) =>
  renderScreen(
    (api) => {
      api.answer(manualMessageApi.texts, answerOf(windowEndsAt, texts))
      api.answer(manualMessageApi.send, caseDetail)
      api.answer(mailAttachmentApi.remove, undefined)
      api.answer(caseApi.get, { ...caseDetail, status: 'open' })
      return <Composer caseID={7} channel={channel} />
    },
    { rights: [Right.viewCases, Right.sendEmail, Right.sendSms, Right.sendWhatsApp], texts: ['cases', 'outreach'] },
  )
const file = (name: string, bytes = 1500) => new File([new Uint8Array(bytes)], name)
const given = (...files: File[]) => {
  const data = new DataTransfer()
  for (const one of files) data.items.add(one)
  return data
}
const words = () => page.getByLabelText(text('outreach.compose.words'))
const drop = (...files: File[]) =>
  words()
    .element()
    .dispatchEvent(new DragEvent('drop', { dataTransfer: given(...files), bubbles: true, cancelable: true }))
const refused = (name: string, code: string) => text('outreach.compose.attachRefused', { name, why: text(`refusals.attachment.${code}`) })
const list = () => page.getByRole('list', { name: text('outreach.compose.attached') })

test('a file that is dropped or pasted goes with the e-mail, and one that is removed does not', async () => {
  const { api } = await show()
  await words().fill('Beste heer')
  await page.getByLabelText(text('outreach.compose.subject')).fill('Uw rekening')
  drop(file('factuur.pdf'), file('brief.docx'))
  await expect.element(list().getByText('factuur.pdf')).toBeVisible()
  await expect.element(list().getByText('brief.docx', { exact: true })).toBeVisible()
  words()
    .element()
    .dispatchEvent(new ClipboardEvent('paste', { clipboardData: given(file('image.png')), bubbles: true, cancelable: true }))
  await expect.element(list().getByText('image.png', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: text('outreach.compose.attachRemove', { name: 'brief.docx' }) }).click()
  await expect.element(list().getByText('brief.docx', { exact: true })).not.toBeInTheDocument()
  await page.getByRole('button', { name: text('outreach.compose.emailVerb') }).click()
  await expect.poll(() => api.callsOf(manualMessageApi.send)[0]?.body).toMatchObject({ text: 'Beste heer', attachmentIDs: [1, 3] })
  await expect.poll(() => api.callsOf(mailAttachmentApi.remove).length).toBe(1)
  await expect.element(list()).not.toBeInTheDocument()
})

test('what may not go with it is refused in words, here or by the server', async () => {
  await show()
  await expect.element(words()).toBeVisible()
  drop(file('macro.xlsm'))
  await expect.element(page.getByRole('alert')).toHaveTextContent(refused('macro.xlsm', 'typeUnsupported'))
  drop(file('groot.pdf', 10 * 1024 * 1024 + 1))
  await expect.element(page.getByRole('alert')).toHaveTextContent(refused('groot.pdf', 'tooLarge'))
  answers.push({ status: 415, body: { error: 'attachment.notWhatItSays' } })
  drop(file('nep.pdf'))
  await expect.element(page.getByRole('alert')).toHaveTextContent(refused('nep.pdf', 'notWhatItSays'))
  drop(...[1, 2, 3, 4, 5, 6].map((n) => file(`f${n}.png`)))
  await expect.element(page.getByRole('alert')).toHaveTextContent(refused('f6.png', 'tooMany'))
  await expect.poll(() => list().getByRole('listitem').elements().length).toBe(5)
})

test('an SMS takes no files', async () => {
  await show('sms')
  await expect.element(words()).toBeVisible()
  expect(page.getByRole('button', { name: text('outreach.compose.attach') }).query()).toBeNull()
})

test('a WhatsApp message takes one file while free words may leave, with as long a text as Meta takes', async () => {
  const { api } = await show('whatsapp', '2999-01-01T00:00:00.000Z')
  await words().fill('Hierbij de rekening')
  drop(file('factuur.pdf'), file('brief.docx'))
  await expect.element(page.getByRole('alert')).toHaveTextContent(refused('brief.docx', 'oneByWhatsapp'))
  await expect.element(list().getByText('factuur.pdf')).toBeVisible()
  const verb = text('outreach.compose.whatsappVerb')
  await words().fill('x'.repeat(1_025))
  // Its name says why it is refused.
  await expect.element(page.getByRole('button', { name: `${verb} : ${text('refusals.attachment.captionTooLong')}` })).toBeVisible()
  await words().fill('Hierbij de rekening')
  await page.getByRole('button', { name: verb }).click()
  await expect.poll(() => api.callsOf(manualMessageApi.send)[0]?.body).toMatchObject({ channel: 'whatsapp', attachmentIDs: [1] })
})

test('a picture that Meta would refuse is refused while it is chosen', async () => {
  await show('whatsapp', '2999-01-01T00:00:00.000Z')
  await expect.element(words()).toBeVisible()
  drop(file('foto.jpg', 5 * 1024 * 1024 + 1))
  await expect.element(page.getByRole('alert')).toHaveTextContent(refused('foto.jpg', 'pictureTooLarge'))
})

const ofCustomer = (name: string, fileFault: WrittenTexts['texts'][number]['fileFault']) => ({
  ...{ key: name, name, receiver: null, subject: '', text: `Tekst ${name}`, missing: [], fileFault, invoices: null },
})

test('a text of the customer takes a file above its buttons; one with a list says why not, until the file is removed', async () => {
  const texts = [ofCustomer('knoppen', null), ofCustomer('lijst', 'attachment.notWithList')]
  const { api } = await show('whatsapp', '2999-01-01T00:00:00.000Z', texts)
  await words().fill('/lijst')
  await page.getByText('Tekst lijst').click()
  await expect.element(page.getByRole('button', { name: text('outreach.compose.unpick') })).toBeVisible()
  expect(page.getByRole('button', { name: text('outreach.compose.attach') }).query()).toBeNull()
  await page.getByRole('button', { name: text('outreach.compose.unpick') }).click()
  drop(file('foto.png'))
  await expect.element(list().getByText('foto.png')).toBeVisible()
  await words().fill('/lijst')
  await page.getByText('Tekst lijst').click()
  const verb = text('outreach.compose.whatsappVerb')
  await expect.element(page.getByRole('button', { name: `${verb} : ${text('refusals.attachment.notWithList')}` })).toBeVisible()
  await page.getByRole('button', { name: text('outreach.compose.unpick') }).click()
  await words().fill('/knoppen')
  await page.getByText('Tekst knoppen').click()
  await page.getByRole('button', { name: verb, exact: true }).click()
  await expect.poll(() => api.callsOf(manualMessageApi.send)[0]?.body).toMatchObject({ template: 'knoppen', attachmentIDs: [1] })
})

test('outside the window, where an approved text alone may leave, no file is asked for', async () => {
  await show('whatsapp')
  await expect.element(page.getByText(text('outreach.compose.none'))).toBeVisible()
  expect(page.getByRole('button', { name: text('outreach.compose.attach') }).query()).toBeNull()
})

test('a number that was paired says before anything is written that it takes no file; one that was chosen earlier is removed first', async () => {
  const { api } = await show('whatsapp', '2999-01-01T00:00:00.000Z')
  await words().fill('Hierbij de rekening')
  drop(file('factuur.pdf'))
  await expect.element(list().getByText('factuur.pdf')).toBeVisible()
  api.answer(manualMessageApi.texts, answerOf('2999-01-01T00:00:00.000Z', [], 'attachment.notByPairedNumber'))
  await queryClient.invalidateQueries({ queryKey: apiKey(manualMessageApi.texts) })
  const why = text('refusals.attachment.notByPairedNumber')
  await expect.element(page.getByText(why, { exact: true })).toBeVisible()
  expect(page.getByRole('button', { name: text('outreach.compose.attach') }).query()).toBeNull()
  const verb = text('outreach.compose.whatsappVerb')
  await expect.element(page.getByRole('button', { name: `${verb} : ${why}` })).toBeVisible()
  await page.getByRole('button', { name: text('outreach.compose.attachRemove', { name: 'factuur.pdf' }) }).click()
  await page.getByRole('button', { name: verb, exact: true }).click()
  await expect.poll(() => api.callsOf(manualMessageApi.send)[0]?.body).toMatchObject({ text: 'Hierbij de rekening' })
})
