import { expect, test } from 'vitest'
import { simplifySms, smsSegments } from './sms-segments.ts'

test.each([
  ['', 'gsm7', 0, 0, 160],
  ['a'.repeat(160), 'gsm7', 160, 1, 0],
  ['a'.repeat(161), 'gsm7', 161, 2, 145],
  ['a'.repeat(306), 'gsm7', 306, 2, 0],
  ['€'.repeat(80), 'gsm7', 160, 1, 0],
  ['ë'.repeat(70), 'ucs2', 70, 1, 0],
  ['ë'.repeat(71), 'ucs2', 71, 2, 63],
] as const)('%s', (text, encoding, units, segments, left) => {
  expect(smsSegments(text)).toMatchObject({ encoding, units, segments, left })
})

test('no part ends within a character: neither after an escape nor within a pair of an emoji', () => {
  // 152 places, then a euro of two: it goes whole into the second part.
  expect(smsSegments(`${'a'.repeat(152)}€${'a'.repeat(151)}`)).toMatchObject({ units: 305, segments: 2, left: 0 })
  expect(smsSegments(`${'a'.repeat(152)}€${'a'.repeat(152)}`)).toMatchObject({ units: 306, segments: 3, left: 152 })
  expect(smsSegments(`${'ë'.repeat(66)}😀${'ë'.repeat(65)}`)).toMatchObject({ units: 133, segments: 2, left: 0 })
})

test('the characters that cost are named', () => {
  expect(smsSegments('Zoë betaalt € 10')).toMatchObject({ encoding: 'ucs2', breakers: ['ë'], doubles: [] })
  expect(smsSegments('Zoe betaalt € 10 [nu]')).toMatchObject({ encoding: 'gsm7', breakers: [], doubles: ['€', '[', ']'] })
})

test('what costs more is written as what does not, where there is such a letter', () => {
  expect(simplifySms('Beste Zoë – uw “rekening” staat open… ’t Kan later, ê')).toBe(
    `Beste Zoe - uw "rekening" staat open... 't Kan later, e`,
  )
  expect(simplifySms('Bel →\u200900‑31')).toBe('Bel -> 00-31')
  expect(simplifySms('Tot ziens 👋')).toBe('Tot ziens 👋')
  expect(smsSegments(simplifySms('l’été – ça')).encoding).toBe('gsm7')
})
