import { createHash, createVerify, generateKeyPairSync } from 'node:crypto'
import { expect, test } from 'vitest'
import { openDkimSigner } from './dkim-signer.ts'
import { buildMessage } from './smtp-message.ts'

const { privateKey, publicKey } = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  publicKeyEncoding: { type: 'spki', format: 'pem' },
})
const mail = {
  id: '12',
  to: 'jan@example.nl',
  from: 'Regie <regie@example.nl>',
  subject: 'Uw dossier  €',
  text: 'Beste Jan,  \n\n\n',
  html: null,
}

test('both headers by which a reader leaves are signed, and what the page of ours is changed to breaks the signature', async () => {
  const leave = { url: 'https://regie.example.nl/u/1.ab', mail: { address: 'incasso@example.nl', subject: 'unsubscribe 1.ab' } }
  const { data } = await buildMessage({ ...mail, leave }, new Date(), openDkimSigner({ domain: 'example.nl', selector: 's1', privateKey }))
  const head = data.slice(0, data.indexOf('\r\n\r\n')).replace(/\r\n[ \t]/g, ' ')
  expect(/ h=([^;]*);/.exec(head)?.[1]?.replace(/\s/g, '').toLowerCase().split(':')).toEqual(
    expect.arrayContaining(['list-unsubscribe', 'list-unsubscribe-post']),
  )
  expect(head).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click')
  expect(head).toContain('<https://regie.example.nl/u/1.ab>, <mailto:incasso@example.nl?subject=unsubscribe%201.ab>')
  expect(verify(data)).toEqual({ body: true, headers: true })
  expect(verify(data.replace('regie.example.nl/u/1', 'reqie.example.nl/u/1'))).toEqual({ body: true, headers: false })
})

test('a signature verifies by the letter of RFC 6376, and one changed letter breaks it', async () => {
  const { data } = await buildMessage(mail, new Date(), openDkimSigner({ domain: 'example.nl', selector: 's1', privateKey }))
  expect(verify(data)).toEqual({ body: true, headers: true })
  expect(verify(data.replace('Beste', 'Reste'))).toEqual({ body: false, headers: true })
  expect(verify(data.replace('To: jan@', 'To: han@'))).toEqual({ body: true, headers: false })
})

/** Relaxed canonicalisation of RFC 6376, written for this test alone. */
function verify(data: string) {
  const end = data.indexOf('\r\n\r\n')
  const lines = data
    .slice(0, end)
    .replace(/\r\n([ \t])/g, '$1')
    .split('\r\n')
  const relaxed = (line: string) => {
    const colon = line.indexOf(':')
    return `${line.slice(0, colon).toLowerCase().trim()}:${line
      .slice(colon + 1)
      .replace(/[ \t]+/g, ' ')
      .trim()}`
  }
  const signature = lines.find((line) => /^dkim-signature:/i.test(line)) ?? ''
  const tags = new Map(
    signature
      .slice(signature.indexOf(':') + 1)
      .split(';')
      .map((tag) => [tag.slice(0, tag.indexOf('=')).trim(), tag.slice(tag.indexOf('=') + 1).replace(/\s/g, '')] as const),
  )
  const body = `${data
    .slice(end + 4)
    .split('\r\n')
    .map((line) => line.replace(/[ \t]+/g, ' ').replace(/ $/, ''))
    .join('\r\n')
    .replace(/(\r\n)*$/, '')}\r\n`
  const signed = (tags.get('h') ?? '').split(':').flatMap((name) => lines.filter((line) => line.toLowerCase().startsWith(`${name}:`)))
  const checked = createVerify('RSA-SHA256')
    .update([...signed.map(relaxed), relaxed(signature.replace(/([;\s]b=)[^;]*/, '$1'))].join('\r\n'), 'latin1')
    .verify(publicKey, tags.get('b') ?? '', 'base64')
  expect([tags.get('d'), tags.get('s'), tags.get('c')]).toEqual(['example.nl', 's1', 'relaxed/relaxed'])
  return { body: createHash('sha256').update(body, 'latin1').digest('base64') === tags.get('bh'), headers: checked }
}
