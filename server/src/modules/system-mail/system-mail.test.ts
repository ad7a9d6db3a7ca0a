import { locales } from '@regie/contract/locale.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openTestApp, type TestApp } from '../../../test/open-test-app.ts'
import { readPost } from '../../../test/run-jobs.ts'
import type { EmailGateway, OutgoingEmail } from '../../gateways/email/email-gateway.ts'
import { buildMessage } from '../../gateways/email/smtp/smtp-message.ts'
import { GatewayRefused, GatewayUnavailable, GatewayUncertain } from '../../gateways/gateway-errors.ts'
import type { Services } from '../../services.ts'
import { queueSystemMessage } from './queue-system-mail.ts'
import { sendSystemMail } from './send-system-mail.ts'
import { systemMail, type SystemMailKind, systemSms } from './system-texts.ts'
import nl from './texts/nl.json' with { type: 'json' }

let app: TestApp
beforeEach(async () => {
  app = await openTestApp()
})
afterEach(() => app.close())

const values = {
  name: 'Mees',
  username: 'mees',
  link: 'https://regie.example/change/abc',
  code: '123456',
  minutes: '15',
  file: 'a.csv',
  count: '3',
  script: 'Herinnering',
  customer: 'Klant',
}
const queueCode = (code = '123456') =>
  app.services.db.transaction().execute((tx) =>
    queueSystemMessage(tx, app.services, {
      channel: 'email',
      kind: 'code',
      userId: null,
      recipient: 'mees@example.nl',
      locale: 'nl',
      values: { name: 'Mees', code },
    }),
  )
const stateOf = async (id: number) =>
  app.db.selectFrom('system_messages').select(['state', 'reason', 'content']).where('id', '=', id).executeTakeFirstOrThrow()

/** The services with a mail server that behaves as given, and what it was given. */
function withMailServer(send: (mail: OutgoingEmail) => void) {
  const sent: OutgoingEmail[] = []
  const email: EmailGateway = {
    ...app.services.gateways.email,
    simulated: false,
    async send(mail) {
      await Promise.resolve()
      sent.push(mail)
      send(mail)
      return { providerRef: mail.id }
    },
  }
  const services: Services = { ...app.services, gateways: { ...app.services.gateways, email } }
  return { services, sent }
}
const run = { isLastAttempt: false }

test('what is queued is sent once, after the commit, and its text is kept nowhere in the open', async () => {
  await app.services.db
    .transaction()
    .execute(async (tx) => {
      await queueSystemMessage(tx, app.services, {
        channel: 'email',
        kind: 'code',
        userId: null,
        recipient: 'mees@example.nl',
        locale: 'nl',
        values: { name: 'Mees', code: '999999' },
      })
      throw new Error('changed our mind')
    })
    .catch(() => undefined)
  const id = await queueCode()
  const kept = await stateOf(id)
  expect(kept.state).toBe('queued')
  expect(kept.content?.toString('latin1')).not.toContain('123456')

  const post = await readPost(app.services)
  expect(post).toHaveLength(1)
  expect(post[0]).toContain('Uw code is 123456')
  expect(await stateOf(id)).toEqual({ state: 'sent', reason: null, content: null })
  await sendSystemMail(app.services, { messageId: id }, run)
  expect(await readPost(app.services)).toHaveLength(1)
})

test('a mail server that is away is tried again; at last it has failed', async () => {
  const { services, sent } = withMailServer(() => {
    throw new GatewayUnavailable('away')
  })
  const id = await queueCode()
  await expect(sendSystemMail(services, { messageId: id }, run)).rejects.toThrow(GatewayUnavailable)
  expect((await stateOf(id)).state).toBe('queued')
  await sendSystemMail(services, { messageId: id }, { isLastAttempt: true })
  expect(await stateOf(id)).toMatchObject({ state: 'failed', content: null })
  expect(sent).toHaveLength(2)
})

test.each([
  [() => new GatewayUncertain('the line broke'), 'unknown'],
  [() => new GatewayRefused('550', 'no such mailbox'), 'failed'],
  [() => new Error('a fault of ours'), 'unknown'],
])('what may have left is not sent again (%#)', async (fault, state) => {
  const { services, sent } = withMailServer(() => {
    throw fault()
  })
  const id = await queueCode()
  await sendSystemMail(services, { messageId: id }, run)
  await sendSystemMail(services, { messageId: id }, run)
  expect((await stateOf(id)).state).toBe(state)
  expect(sent).toHaveLength(1)
})

test('a message whose sender was killed half-way is not sent again', async () => {
  const { services, sent } = withMailServer(() => undefined)
  const id = await queueCode()
  await app.db.updateTable('system_messages').set({ state: 'started' }).where('id', '=', id).execute()
  await sendSystemMail(services, { messageId: id }, run)
  expect(await stateOf(id)).toMatchObject({ state: 'unknown', reason: 'interrupted', content: null })
  expect(sent).toEqual([])
})

test('a text that was moved to another recipient does not open', async () => {
  const { services, sent } = withMailServer(() => undefined)
  const id = await queueCode()
  await app.db.updateTable('system_messages').set({ recipient: 'dief@example.nl' }).where('id', '=', id).execute()
  await sendSystemMail(services, { messageId: id }, run)
  expect(sent).toEqual([])
})

const kinds = Object.keys(nl.mail) as SystemMailKind[]
test.each(locales)('every text is complete in %s', (locale) => {
  for (const kind of kinds) {
    const { subject, text, html } = systemMail(kind, values, locale)
    expect(`${subject}${text}${html}`, kind).not.toMatch(/[{}]|undefined/)
    expect(html).toContain(`<p>${text.split('\n\n')[0]?.replace("'", '&#39;')}</p>`)
  }
  expect(systemSms({ name: '', code: '123456' }, locale).text).toMatch(/123456/)
  expect(systemSms({ name: '', code: '123456' }, locale).text.length).toBeLessThanOrEqual(160)
})

test('a name is text: no markup, no header, no line of its own', async () => {
  const name = '<img src=x onerror=alert(1)>\r\nBcc: dief@example.nl\u2028\u0000'
  const mail = systemMail('reset', { ...values, name, username: name }, 'nl')
  expect(mail.html).not.toContain('<img')
  expect(mail.text.split('\n').filter((line) => line.startsWith('Bcc'))).toEqual([])
  const built = await buildMessage({ id: 'system-1', to: 'mees@example.nl', from: 'Regie <regie@example.nl>', ...mail }, new Date())
  // The boundary between its parts is random, and may spell bcc.
  expect(built.data.slice(0, built.data.indexOf('\r\n\r\n'))).not.toMatch(/^bcc:|dief@/im)
  expect(built.to).toBe('mees@example.nl')
})
