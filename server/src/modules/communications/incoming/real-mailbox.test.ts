import nodemailer from 'nodemailer'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type MailPeers, missingMailPeers, startMailPeers } from '../../../../../e2e/peers/mail-peers.ts'
import { type EngineHarness, openEngineHarness } from '../../../../test/engine-harness.ts'
import { encrypt } from '../../../platform/security/encryption.ts'
import { secretPurpose } from '../../../gateways/registered-provider.ts'
import { readMailboxes } from './read-mailboxes.ts'
import { bounceAddress, messageToken } from './message-token.ts'

const missing = missingMailPeers()

describe.skipIf(missing.length > 0)('a real mail server and a real mailbox', () => {
  let peers: MailPeers
  let h: EngineHarness
  let customerId: number
  let caseIds: number[]
  beforeAll(async () => {
    peers = await startMailPeers()
    const hosts = `127.0.0.1:${peers.smtpPort},127.0.0.1:${peers.imapPort}`
    h = await openEngineHarness({ env: { ALLOW_PRIVATE_HOSTS: hosts } })
    const script = await h.buildScript()
    customerId = script.customerId
    const place = { host: '127.0.0.1', encryption: 'none' }
    const smtp = { kind: 'smtp', ...place, port: peers.smtpPort, user: '', sender: 'incasso@acme.test', dkim: null, perMinute: null }
    await provider('smtp', { ...smtp, perMinuteByDomain: [], bounces: 'incasso@acme.test' }, { is_default: true })
    await provider('imap', { kind: 'imap', ...place, port: peers.imapPort, user: 'incasso@acme.test', folder: 'INBOX' })
    const batch = await h.buildBatch(script, [{ email: 'anna@klant.test' }, { email: 'weg@late.test' }, { email: 'niemand@klant.test' }])
    caseIds = batch.caseIds
  })
  afterAll(async () => {
    await h.close()
    await peers.close()
  })

  async function provider(kind: string, settings: object, change: object = {}) {
    const row = await h.db
      .insertInto('providers')
      .values({ customer_id: customerId, channel: 'email', kind, name: kind, settings: JSON.stringify(settings), ...change })
      .returning('id')
      .executeTakeFirstOrThrow()
    const secret = encrypt(h.services.config.secretKey, peers.password, secretPurpose({ customerId, id: row.id }))
    await h.db.updateTable('providers').set({ secret }).where('id', '=', row.id).execute()
  }

  const read = () => readMailboxes(h.services, new AbortController().signal)
  const eventsOf = (index: number) => h.events(caseIds[index] ?? 0)
  const stateOf = (index: number) =>
    h.db
      .selectFrom('communications')
      .select(['id', 'state', 'delivery', 'reason'])
      .where('case_id', '=', caseIds[index] ?? 0)
      .executeTakeFirstOrThrow()
  const listed = async () =>
    (await h.db.selectFrom('blacklist').select(['value', 'reason']).where('customer_id', '=', customerId).orderBy('value').execute()).map(
      ({ value, reason }) => `${value} ${reason}`,
    )

  test('mail leaves; what is refused in the conversation and what comes back later are both a dead address', async () => {
    await h.runUntilIdle()
    expect(await stateOf(0)).toMatchObject({ state: 'sent', delivery: null })
    expect(await stateOf(2)).toMatchObject({ state: 'refused', reason: expect.stringContaining('5.1.1') as string })
    await expect
      .poll(async () => {
        await read()
        return stateOf(1)
      })
      .toMatchObject({ state: 'sent', delivery: 'failed', reason: expect.stringContaining('5.1.1') as string })
    const { id } = await stateOf(1)
    const envelope = bounceAddress(h.services.config.secretKey, 'incasso@acme.test', id)
    expect(peers.log()).toContain(`from=<${envelope}>`)
    expect(peers.log()).toContain(`to=<${envelope}>`)
    expect(await listed()).toEqual(['niemand@klant.test bounce', 'weg@late.test bounce'])
    expect(await eventsOf(1)).toContain('emailFailed')
    expect(await eventsOf(2)).toContain('addressBlacklisted')
  })

  test('the answer of a debtor reaches the case once, with what is attached', async () => {
    const { id } = await stateOf(0)
    const transport = nodemailer.createTransport({ host: '127.0.0.1', port: peers.smtpPort, ignoreTLS: true })
    await transport.sendMail({
      ...{ from: 'Anna <anna@klant.test>', to: 'incasso@acme.test', subject: 'Re: Factuur' },
      inReplyTo: `<m.${id}.${messageToken(h.services.config.secretKey, id)}@acme.test>`,
      text: 'Ik heb al betaald, zie bijlage. Groet, Zoë €',
      attachments: [{ filename: 'afschrift é.pdf', content: Buffer.alloc(3_000, 9), contentType: 'application/pdf' }],
    })
    transport.close()
    const messages = () =>
      h.db
        .selectFrom('incoming_messages as m')
        .innerJoin('incoming_attachments as a', 'a.incoming_id', 'm.id')
        .select(['m.case_id', 'm.text', 'a.file_name', 'a.bytes'])
        .where('m.kind', '=', 'message')
        .execute()
    await expect
      .poll(async () => {
        await read()
        return messages()
      })
      .toEqual([{ case_id: caseIds[0], text: 'Ik heb al betaald, zie bijlage. Groet, Zoë €', file_name: 'afschrift é.pdf', bytes: 3_000 }])
    await read()
    expect((await eventsOf(0)).filter((event) => event === 'emailReceived')).toHaveLength(1)
  })

  test('the test of a mailbox says where it stops', async () => {
    const test = async (change: object, password = peers.password) => {
      const settings = {
        kind: 'imap',
        host: '127.0.0.1',
        port: peers.imapPort,
        encryption: 'none',
        user: 'incasso@acme.test',
        folder: 'INBOX',
      }
      const key = { customerId, id: 99 }
      const one = { ...key, channel: 'email', name: 'x', settings: { ...settings, ...change }, dkimKey: null, state: 'active', version: 1 }
      const secret = encrypt(h.services.config.secretKey, password, secretPurpose(key))
      return h.gateways.testProvider({ ...one, secret } as never).then(
        () => 'fine',
        (error: { fault: string; cause: Error }) => `${error.fault}: ${error.cause.message}`,
      )
    }
    expect(await test({})).toBe('fine')
    expect(await test({}, 'verkeerd')).toMatch(/^signIn: .*[Aa]uth/)
    expect(await test({ folder: 'Bestaat niet' })).toMatch(/^answer: /)
    expect(await test({ port: peers.imapPort, encryption: 'starttls' })).toMatch(/^noTls: /)
    expect(await test({ port: peers.imapPort, encryption: 'tls' })).toMatch(/^certificate: /)
    expect(await test({ port: 25, host: '10.0.0.1' })).toMatch(/^notAllowed: /)
    expect(await test({ port: peers.smtpPort })).toMatch(/^answer: /)
  })
})
