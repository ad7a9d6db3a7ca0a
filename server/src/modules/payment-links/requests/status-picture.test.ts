import { locales } from '@regie/contract/locale.ts'
import { paymentStates } from '@regie/contract/payments.ts'
import { inflateSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { withStatusImage } from './status-image.ts'
import { piecesOf, statusPicture } from './status-picture.ts'

const paidAt = new Date('2027-01-12T10:00:00Z')

test('every state is drawn in every language, in pieces that were drawn', () => {
  for (const locale of locales)
    for (const state of paymentStates)
      for (const isOver of [false, true]) {
        const { png, width, height } = statusPicture({ state, isOver, paidAt, locale })
        expect(png.subarray(1, 4).toString('latin1')).toBe('PNG')
        expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([width, height])
      }
})

test('a paid one says the day on which it was paid, as the language writes it', () => {
  const words = (locale: (typeof locales)[number]) => piecesOf({ state: 'paid', isOver: true, paidAt, locale }).join('')
  expect(locales.map(words)).toEqual(['Reeds betaald op 12-01-2027', 'Already paid on 12/01/2027', 'Déjà payé le 12/01/2027'])
})

test('the picture has ink in it, on its own ground', () => {
  const { png, width, height } = statusPicture({ state: 'created', isOver: false, paidAt: null, locale: 'nl' })
  const length = png.readUInt32BE(33)
  const rows = inflateSync(png.subarray(41, 41 + length))
  expect(rows).toHaveLength((width * 3 + 1) * height)
  expect([...rows.subarray(1, 4)]).toEqual([255, 243, 224])
  expect(rows.includes(62)).toBe(true)
})

test('it stands above the words of the mail, and leads to the page; what it is named is escaped', () => {
  const image = { urls: ['https://betalen.example/i/abc'], pageUrl: 'https://betalen.example/p/x?"<', locale: 'nl' } as const
  const mail = withStatusImage('<html><body style="margin:0"><p>Beste</p></body></html>', image) ?? ''
  expect(mail).toContain('<body style="margin:0"><div')
  expect(mail).toContain('alt="De actuele stand van dit betaalverzoek"')
  expect(mail).not.toContain('?"<')
  expect(withStatusImage(null, image)).toBeNull()
})
