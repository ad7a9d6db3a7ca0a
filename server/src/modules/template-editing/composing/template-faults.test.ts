import { TemplateOptions, type WrittenTemplate } from '@regie/contract/templates.ts'
import { expect, test } from 'vitest'
import { faultsOf } from './template-faults.ts'

const known = (change: Partial<TemplateOptions> = {}) => ({
  ...{ fields: new Set<string>(), sections: new Map(), options: TemplateOptions.parse(change) },
})
const sms = (text: string): WrittenTemplate => ({ nl: { subject: '', text, blocks: [] } })
const mail = (subject: string, preheader?: string): WrittenTemplate => ({
  nl: {
    subject,
    ...(preheader !== undefined && { preheader }),
    text: '',
    blocks: [{ id: 'a', type: 'text', html: '<p>Een korte tekst.</p>' }],
  },
})
const namesOf = (faults: ReturnType<typeof faultsOf>) => faults.map(({ fault, blocks }) => `${fault}${blocks ? ' blocks' : ''}`)

test('an SMS of two parts is stopped only where its options allow one', () => {
  const long = sms('Uw rekening staat nog open. '.repeat(7))
  expect(namesOf(faultsOf('sms', long, false, known()))).toEqual(['smsParts'])
  expect(namesOf(faultsOf('sms', long, false, known({ longSms: false })))).toEqual(['smsOnlyOne blocks'])
  expect(namesOf(faultsOf('sms', sms('Kort.'), false, known({ longSms: false })))).toEqual([])
})

test('what a postbox shows is looked at too: a mail without a preheader and one with a long one say so, a section does not', () => {
  expect(namesOf(faultsOf('email', mail('Rekening'), false, known()))).toEqual(['preheaderMissing'])
  expect(namesOf(faultsOf('email', mail('Rekening', 'Nog te betalen'), false, known()))).toEqual([])
  expect(namesOf(faultsOf('email', mail('Rekening', 'x'.repeat(91)), false, known()))).toEqual(['preheaderLong'])
  expect(namesOf(faultsOf('email', mail(''), true, known()))).toEqual([])
})

test('a fault says in which field it stands', () => {
  const faults = faultsOf('email', mail('LAATSTE KANS', 'Snel!'), false, known())
  expect(faults.map(({ fault, place }) => `${place} ${fault}`)).toEqual(['subject capitals', 'preheader exclamations'])
})

test('an address that asks for a field that nobody has keeps an e-mail from being sent; a known field and a fixed address do not', () => {
  const good = mail('Rekening', 'Nog te betalen')
  const fields = new Set(['email_bewindvoerder'])
  const faults = faultsOf('email', good, false, {
    ...known({ to: '{{email_bewindvoerder}}, a@b.nl', cc: '{{email_bewindvoerer}}' }),
    fields,
  })
  expect(faults).toMatchObject([{ fault: 'receiverUnknown', detail: 'email_bewindvoerer', blocks: true }])
  expect(faultsOf('email', good, false, { ...known({ to: '{{email_bewindvoerder}}' }), fields })).toEqual([])
})

test('a field between single braces is named wherever it stands, and keeps nothing from being sent', () => {
  const fields = new Set(['voornaam'])
  const named = (faults: ReturnType<typeof faultsOf>) =>
    faults.filter(({ fault }) => fault === 'placeSingle').map(({ place, detail, blocks }) => [place, detail, blocks])
  const meant = '{Voornaam} → {{voornaam}}'
  expect(named(faultsOf('email', mail('Beste {Voornaam}', '{Voornaam}, uw rekening'), false, { ...known(), fields }))).toEqual([
    ['subject', meant, false],
    ['preheader', meant, false],
  ])
  for (const kind of ['sms', 'whatsapp'] as const)
    expect(named(faultsOf(kind, sms('Beste {Voornaam}, {Voornaam}'), false, { ...known(), fields }))).toEqual([['text', meant, false]])
  const body = { subject: 'Rekening', text: '', blocks: [{ id: 'a', type: 'text', html: '<p>Beste {<b>Voornaam</b>}</p>' }] }
  expect(named(faultsOf('email', { nl: body } as WrittenTemplate, false, { ...known(), fields }))).toEqual([['text', meant, false]])
})
