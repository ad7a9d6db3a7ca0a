import { generateKeyPairSync } from 'node:crypto'
import { ImapFlow } from 'imapflow'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { checkedByOpendkim, type MailPeers, missingMailPeers, startMailPeers } from '../../../../e2e/peers/mail-peers.ts'
import { GatewayRefused } from '../gateway-errors.ts'
import type { OutgoingEmail } from './email-gateway.ts'
import { openDkimSigner } from './smtp/dkim-signer.ts'
import { openSmtpEmail } from './smtp/smtp-email.ts'
import { readSmtpUrl } from './smtp/smtp-settings.ts'

const missing = missingMailPeers()

describe.skipIf(missing.length > 0)('through a real mail server into a real mailbox', () => {
  let peers: MailPeers
  let gateway: ReturnType<typeof openSmtpEmail>
  const { privateKey, publicKey } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  })
  beforeAll(async () => {
    peers = await startMailPeers()
    gateway = openSmtpEmail(readSmtpUrl(`smtp://127.0.0.1:${peers.smtpPort}?tls=never`), {
      connectionsMax: 2,
      sign: openDkimSigner({ domain: 'acme.test', selector: 's1', privateKey }),
    })
  })
  afterAll(async () => {
    await gateway.close()
    await peers.close()
  })

  const mail: OutgoingEmail = {
    ...{ id: '12', to: 'anna@klant.test', from: 'Acme Incasso <incasso@acme.test>', subject: 'Factuur 12: € 12,50' },
    ...{ text: 'Beste Anna,\n.\n..twee punten', html: '<p>Beste Zoë €</p>' },
  }

  async function arrived(subject: string): Promise<string> {
    const client = new ImapFlow({
      ...{ host: '127.0.0.1', port: peers.imapPort, secure: false, doSTARTTLS: false, logger: false },
      auth: { user: 'anna@klant.test', pass: peers.password },
    })
    await client.connect()
    try {
      let source = ''
      await expect
        .poll(async () => {
          await client.mailboxOpen('INBOX')
          for await (const one of client.fetch('1:*', { envelope: true, source: true }))
            if (one.envelope?.subject === subject) source = one.source?.toString('latin1') ?? ''
          return source
        })
        .not.toBe('')
      return source
    } finally {
      await client.logout()
    }
  }

  test('what arrives is what was composed, and its signature holds for opendkim; one changed letter breaks it', async () => {
    await gateway.send(mail)
    const source = await arrived(mail.subject)
    expect(source).toContain('Message-ID: <m.12@acme.test>')
    const key = { name: 's1._domainkey.acme.test', publicKey }
    expect(checkedByOpendkim(source, key)).toBe('pass')
    expect(checkedByOpendkim(source.replace('Beste Anna', 'Beste Hans'), key)).toBe('fail')
  })

  test('with an attachment and an image in its text the signature holds too', async () => {
    const image = { fileName: 'é.png', mediaType: 'image/png', content: Buffer.alloc(5_000, 3), contentId: 'logo' }
    await gateway.send({ ...mail, id: '13', subject: 'Met bijlage', attachments: [image, { ...image, fileName: 'b.pdf' }] })
    expect(checkedByOpendkim(await arrived('Met bijlage'), { name: 's1._domainkey.acme.test', publicKey })).toBe('pass')
  })

  test('a mailbox that is not there is refused in the conversation, in the words of the server', async () => {
    await expect(gateway.send({ ...mail, to: 'niemand@klant.test' })).rejects.toMatchObject({
      name: GatewayRefused.name,
      code: '550',
      message: expect.stringContaining('5.1.1') as string,
    })
  })
})
