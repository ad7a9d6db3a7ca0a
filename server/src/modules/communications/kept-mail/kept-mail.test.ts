import { TemplateOptions } from '@regie/contract/templates.ts'
import { expect, test } from 'vitest'
import { openSmtpSink } from '../../../../../e2e/peers/smtp-sink.ts'
import { openSmtpEmail } from '../../../gateways/email/smtp/smtp-email.ts'
import { readSmtpUrl } from '../../../gateways/email/smtp/smtp-settings.ts'
import { addressesIn, mailExtras } from '../../templates/mail-extras.ts'

const noCopies = { cc: [], bcc: [], receiverReason: null }
const options = (given: Partial<TemplateOptions>) => TemplateOptions.parse(given)

test('a script’s mail may be left unless it is a formal letter; what a colleague writes has no such link', () => {
  expect(mailExtras(options({}), noCopies, {}, 'script')).toEqual({ leave: true })
  expect(mailExtras(options({ formalLetter: true }), noCopies, {}, 'script')).toBeNull()
  expect(mailExtras(options({}), noCopies, {}, 'staff')).toBeNull()
})

test('a mail is marked only where its template wants a mark', () => {
  expect(mailExtras(options({ priority: 'high' }), noCopies, {}, 'staff')).toEqual({ priority: 'high' })
  expect(mailExtras(options({ priority: 'normal' }), noCopies, {}, 'staff')).toBeNull()
})

test('copies are filled in, and what is no address then is left out', () => {
  const values = { email_bewindvoerder: 'B@kantoor.nl', leeg: '' }
  expect(addressesIn('{{email_bewindvoerder}}, {{leeg}}; vast@acme.nl, geen adres, x@y, vast@acme.nl', values)).toEqual([
    'b@kantoor.nl',
    'vast@acme.nl',
  ])
  expect(addressesIn('a@b.nl\r\nBcc: x@y.nl', {})).toEqual([])
  expect(addressesIn('jan..x@kantoor.nl, .a@b.nl, x@-y.nl, goed@b.nl', {})).toEqual(['goed@b.nl'])
})

async function openPeer(refused: string[] = []) {
  const sink = await openSmtpSink({ refused })
  const gateway = openSmtpEmail(readSmtpUrl(sink.url), { connectionsMax: 1 })
  return {
    sink,
    gateway,
    async close() {
      await gateway.close()
      await sink.close()
    },
  }
}

const mail = { id: '7', to: 'jan@klant.nl', from: 'Acme <regie@acme.nl>', subject: 'Factuur', text: 'Regel\n.punt\n', html: null }

test('a copy goes to everybody named, the blind one unseen; what is kept is byte for byte what the server took', async () => {
  const peer = await openPeer(['weg@acme.nl'])
  try {
    const kept: Buffer[] = []
    const onBuilt = async (bytes: Buffer) => void kept.push(bytes)
    await peer.gateway.send({ ...mail, cc: ['kopie@acme.nl', 'weg@acme.nl'], bcc: ['blind@acme.nl'], replyTo: 'antwoord@acme.nl', onBuilt })
    const [one] = peer.sink.mails
    expect(one?.recipients).toEqual(['jan@klant.nl', 'kopie@acme.nl', 'blind@acme.nl'])
    const text = `${one?.text.replace(/^\.\./gm, '.')}\r\n`
    expect(text).toContain('Cc: kopie@acme.nl, weg@acme.nl')
    expect(text).toContain('Reply-To: antwoord@acme.nl')
    expect(text).not.toContain('blind@')
    expect(kept.map((bytes) => bytes.toString('latin1'))).toEqual([text])
  } finally {
    await peer.close()
  }
})

test('a copy whose address is none is left out, and the person gets the mail', async () => {
  const peer = await openPeer()
  try {
    await peer.gateway.send({ ...mail, cc: ['jan..x@kantoor.nl', 'kopie@acme.nl'], bcc: ['x@-y.nl'] })
    expect(peer.sink.mails.map(({ recipients }) => recipients)).toEqual([['jan@klant.nl', 'kopie@acme.nl']])
    expect(peer.sink.mails[0]?.text).not.toContain('kantoor.nl')
  } finally {
    await peer.close()
  }
})

test('where the first receiver is refused no copy gets the mail, and the connection serves the next', async () => {
  const peer = await openPeer(['jan@klant.nl'])
  try {
    await expect(peer.gateway.send({ ...mail, cc: ['kopie@acme.nl'] })).rejects.toMatchObject({ code: '550' })
    await peer.gateway.send({ ...mail, id: '8', to: 'piet@klant.nl' })
    expect(peer.sink.mails.map(({ recipients }) => recipients)).toEqual([['piet@klant.nl']])
  } finally {
    await peer.close()
  }
})

test('a mail that cannot be kept does not leave', async () => {
  const peer = await openPeer()
  try {
    const onBuilt = () => Promise.reject(new Error('no room'))
    await expect(peer.gateway.send({ ...mail, onBuilt })).rejects.toThrow('no room')
    expect(peer.sink.mails).toEqual([])
  } finally {
    await peer.close()
  }
})
