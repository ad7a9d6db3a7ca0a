import type { TemplateBlock } from '@regie/contract/template-blocks.ts'
import { expect, test } from 'vitest'
import { toneFaults } from './tone-faults.ts'

const text = (html: string): TemplateBlock => ({ id: 't', type: 'text', html })
const faultsIn = (words: { subject?: string; preheader?: string; whole?: string; pieces?: TemplateBlock[] }) =>
  toneFaults({ subject: '', preheader: '', whole: '', pieces: [], ...words }, 'nl').map(
    ({ fault, detail, place }) => `${place} ${fault} ${detail}`,
  )

test('words in capitals are named where they stand; a name of letters, a number and a field are no shouting', () => {
  expect(faultsIn({ subject: 'LAATSTE KANS', whole: 'Betaal NU METEEN aan ons.' })).toEqual([
    'subject capitals LAATSTE KANS',
    'text capitals METEEN',
  ])
  expect(
    faultsIn({ whole: 'IBAN NL91ABNA0417164300 van de ANWB, dossier {{DOSSIERNUMMER}}. BTW en KVK. Antwoord STOP of AFMELDEN.' }),
  ).toEqual([])
})

test('one exclamation mark may stand in a text, none in what the postbox shows', () => {
  expect(faultsIn({ whole: 'Dank u wel!' })).toEqual([])
  expect(faultsIn({ subject: 'Betaal nu!', preheader: 'Snel!', whole: 'Let op! Betaal!' })).toEqual([
    'subject exclamations 1',
    'preheader exclamations 1',
    'text exclamations 2',
  ])
})

test('a link says where it leads', () => {
  const pieces = [
    text(
      '<p><a href="https://acme.nl/uitleg">Klik <strong>hier</strong></a> of <a href="https://acme.nl/x">uitleg over de rekening</a></p>',
    ),
    { id: 'b', type: 'button', label: 'Klik hier', href: 'https://acme.nl' } as const,
  ]
  expect(faultsIn({ pieces })).toEqual(['text linkVague Klik hier', 'text linkVague Klik hier'])
})

test('a link that shows another address than it leads to is named; its own address, a part of it and a field are not', () => {
  const link = (href: string, label: string) => faultsIn({ pieces: [text(`<p><a href="${href}">${label}</a></p>`)] })
  expect(link('https://acme.nl/x', 'www.ing.nl/betalen')).toEqual(['text linkOther www.ing.nl/betalen → https://acme.nl/x'])
  expect(link('https://acme.nl/x', 'https://acme.nl.boef.com')).toHaveLength(1)
  expect(link('https://www.acme.nl/x', 'acme.nl')).toEqual([])
  expect(link('https://mijn.acme.nl/x', 'acme.nl')).toEqual([])
  expect(link('https://acme.nl/x', 'info@ing.nl')).toEqual([])
  expect(link('https://acme.nl/x', '{{website}}.nl')).toEqual([])
})

test('words of a link as long as a text may be take no time to read', () => {
  const label = `${'a.aa/'.repeat(50_000)} x`
  const began = performance.now()
  expect(faultsIn({ pieces: [text(`<a href="https://acme.nl">${label}</a>`)] })).toEqual([])
  // Begun anew at each dot it takes twelve.
  expect(performance.now() - began).toBeLessThan(5_000)
})
