import { expect, test } from 'vitest'
import { namesOf, saysSomething, wordsOf } from './words-of-text.ts'

const nobody = new Set<string>()
const names = namesOf('Marieke van den Zandvoort-Öztürk', 'Kerkstraat 12', "'s-Hertogenbosch")
const words = (text: string) => wordsOf(text, names, nobody).filter(saysSomething)

test('a word is what stands between spaces and marks, in lower case', () => {
  expect(words('De BETAALLINK werkt niet: “betaallink”, factuur/kopie (regeling)!')).toEqual([
    ...['betaallink', 'werkt', 'betaallink', 'factuur', 'kopie', 'regeling'],
  ])
  expect(words("l'échéance d’aujourd'hui et la facture")).toEqual(['échéance', 'facture'])
  expect(words('is betaald.De factuur')).toEqual(['betaald', 'factuur'])
  expect(words('een e-mail over de schuld-hulp')).toEqual(['e-mail', 'schuld-hulp'])
})

test.each([
  ['numbers of phones', 'bel 06-12345678 of +31 (0)6 1234 5678 of 0031612345678', ['bel']],
  ['mail addresses', 'mail JAN.PIETERS@ZIGGO.NL, <jan_p@bedrijf.example>; factuur', ['mail', 'factuur']],
  ['IBANs', 'rekening NL91ABNA0417164300, nl91 abna 0417 1643 00, NL 91 ABNA 0417 1643 00', ['rekening']],
  ['dates', 'betaling op 12 juni 2026, niet op 12-06-2026', ['betaling']],
  ['addresses of sites', 'klik https://betaal.example/x?y=Jan, www.bank.nl/pieters of betaal.nl.', ['klik']],
  ['numbers of cases', 'dossier HER-0012 en F2026x kenmerk', ['dossier', 'kenmerk']],
])('%s are left out', (_what, text, left) => {
  expect(words(text)).toEqual(left)
})

test.each([
  ['capitals', 'MARIEKE ZANDVOORT betaalt'],
  ['marks', '*Marieke*, (Zandvoort), «Öztürk». betaalt'],
  ['no accents', 'Ozturk betaalt'],
  ['what is theirs', "Mariekes Zandvoort's betaalt"],
  ['hyphens', 'M-a-r-i-e-k-e Zandvoort-Öztürk zandvoort-jansen betaalt'],
  ['letters that nobody sees', 'Mar\u00adieke Zand\u200bvoort betaalt'],
  ['letters that are written apart from their accent', 'O\u0308ztu\u0308rk betaalt'],
  ['a street and a town', 'kerkstraat HERTOGENBOSCH betaalt'],
])('a name is left out with %s', (_how, text) => {
  expect(words(text)).toEqual(['betaalt'])
})

test('staff are left out wherever they stand', () => {
  expect(wordsOf('Beste Noor, de regeling', nobody, namesOf('Noor'))).not.toContain('noor')
})

test('words of grammar and of greetings say nothing, in each language', () => {
  const nl = 'ik heb deze factuur niet ontvangen, met vriendelijke groet'
  const eng = "I haven't received the invoice yet, kind regards"
  const fr = "Je n'ai pas reçu la facture, cordialement"
  expect(wordsOf(nl, nobody, nobody).filter(saysSomething)).toEqual(['factuur', 'ontvangen'])
  expect(wordsOf(eng, nobody, nobody).filter(saysSomething)).toEqual(['invoice'])
  expect(wordsOf(fr, nobody, nobody).filter(saysSomething)).toEqual(['facture'])
  expect(wordsOf('ja ok wij nee pouvez-vous', nobody, nobody).filter(saysSomething)).toEqual([])
})
