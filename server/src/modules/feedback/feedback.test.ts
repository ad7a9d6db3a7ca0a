import { feedbackApi } from '@regie/contract/feedback.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestApp, type TestApp } from '../../../test/open-test-app.ts'
import type { EmailGateway, OutgoingEmail } from '../../gateways/email/email-gateway.ts'
import { GatewayRefused, GatewayUnavailable } from '../../gateways/gateway-errors.ts'
import { mailFeedback } from './mail-feedback.ts'

/** The beginning of a picture, which says how large it is. */
const pngOf = (width: number, height: number) => {
  const bytes = Buffer.from('89504e470d0a1a0a0000000d494844520000000000000000', 'hex')
  bytes.writeUInt32BE(width, 16)
  bytes.writeUInt32BE(height, 20)
  return bytes
}
const jpegOf = (width: number, height: number) => {
  const bytes = Buffer.from('ffd8ffe000044a46ffffc00011080000000003', 'hex')
  bytes.writeUInt16BE(height, 14)
  bytes.writeUInt16BE(width, 16)
  return bytes
}
const asUrl = (kind: string, bytes: Buffer) => `data:image/${kind};base64,${bytes.toString('base64')}`
const pngBytes = pngOf(1440, 900)
const png = `data:image/png;base64,${pngBytes.toString('base64')}`
const context = { route: '/batches', version: '1', screen: '1440×900', browser: 'x', requestIDs: ['a'] }

let app: TestApp
beforeAll(async () => {
  app = await openTestApp({ env: { FEEDBACK_TO: 'makers@example.nl' } })
})
afterAll(() => app.close())

async function send(image: string | null, text = 'De knop doet niets') {
  const staff = await app.build.staff()
  const answer = await app.call(feedbackApi.send, { body: { text, image, context } }).as(staff)
  return { ...answer, username: staff.username }
}

/** The services with a mail server that does as it is told. */
function withMail(act: (mail: OutgoingEmail) => void) {
  const mails: OutgoingEmail[] = []
  const email: EmailGateway = {
    ...app.services.gateways.email,
    async send(mail) {
      mails.push(mail)
      act(mail)
      return { providerRef: 'x' }
    },
  }
  return { mails, services: { ...app.services, gateways: { ...app.services.gateways, email } } }
}

const stateOf = async (id: number) =>
  (await app.db.selectFrom('feedback').select('mail_state').where('id', '=', id).executeTakeFirstOrThrow()).mail_state

test('what somebody tells is kept with its picture, and mailed once', async () => {
  const { status, body, username } = await send(png)
  expect(status).toBe(200)
  const { mails, services } = withMail(() => undefined)
  await mailFeedback(services, { feedbackId: body.feedbackID })
  await mailFeedback(services, { feedbackId: body.feedbackID })
  expect(mails).toHaveLength(1)
  expect(mails[0]).toMatchObject({ to: 'makers@example.nl', attachments: [{ mediaType: 'image/png', content: pngBytes }] })
  expect(mails[0]?.text).toContain('De knop doet niets')
  expect(mails[0]?.text).toContain(username)
  expect(await stateOf(body.feedbackID)).toBe('sent')
})

test('a mail server that is away is tried again; one that refuses or keeps silent is not', async () => {
  const { body } = await send(null)
  const away = withMail(() => {
    throw new GatewayUnavailable('away')
  })
  await expect(mailFeedback(away.services, { feedbackId: body.feedbackID })).rejects.toThrow('away')
  expect(await stateOf(body.feedbackID)).toBe('queued')
  const refusing = withMail(() => {
    throw new GatewayRefused('550', 'no such box')
  })
  await mailFeedback(refusing.services, { feedbackId: body.feedbackID })
  expect(await stateOf(body.feedbackID)).toBe('failed')
})

test.each([
  ['a text of nothing', null, '  ', 'feedback.textMissing', 'text'],
  [
    'a picture that is none',
    `data:image/png;base64,${Buffer.from('<svg onload=x>').toString('base64')}`,
    'goed zo',
    'feedback.imageInvalid',
    'image',
  ],
  ['another kind of picture', 'data:image/svg+xml;base64,AAAA', 'goed zo', 'feedback.imageInvalid', 'image'],
])('%s is refused at its field', async (_name, image, text, error, field) => {
  const { status, body } = await send(image, text)
  expect(status).toBe(422)
  expect(body).toMatchObject({ error, field })
})

test('a picture of 2 MB passes, what is far larger is refused', async () => {
  const large = (bytes: number) => `data:image/png;base64,${Buffer.concat([pngBytes, Buffer.alloc(bytes)]).toString('base64')}`
  expect((await send(large(1_900_000))).status).toBe(200)
  for (const bytes of [2_000_000, 2_080_000, 4_000_000]) expect((await send(large(bytes))).status).toBe(413)
})

test('a picture that would fill the memory of who opens it is refused, and so is one that does not say how large it is', async () => {
  expect((await send(asUrl('jpeg', jpegOf(1440, 900)))).status).toBe(200)
  const bombs = [pngOf(50_000, 50_000), pngOf(0, 9), Buffer.from('89504e470d0a1a0a00000000', 'hex')].map((bytes) => asUrl('png', bytes))
  for (const bomb of [...bombs, asUrl('jpeg', jpegOf(65_535, 65_535)), asUrl('jpeg', Buffer.from('ffd8ff00', 'hex'))])
    expect(await send(bomb)).toMatchObject({ status: 422, body: { error: 'feedback.imageInvalid', field: 'image' } })
})
