import type { TemplateBlock } from '@regie/contract/template-blocks.ts'
import type { TemplateFault, WrittenBody } from '@regie/contract/templates.ts'
import { expect, test } from 'vitest'
import { mended } from './mend-fault.ts'

const body = (html: string, more: Partial<WrittenBody> = {}): WrittenBody => ({
  ...{ subject: '', text: '', blocks: [{ id: 'a', type: 'text', html }] },
  ...more,
})
const fault = (name: TemplateFault['fault'], detail = '', place: TemplateFault['place'] = 'text'): TemplateFault => ({
  ...{ fault: name, detail, place, locale: 'nl', blocks: false, mayPass: false },
})
const htmlOf = (made: WrittenBody | null) => (made?.blocks[0] as Extract<TemplateBlock, { type: 'text' }> | undefined)?.html

test('capitals become the letters of a sentence; a field, an address and a short name stay', () => {
  const html = '<p>BETAAL <strong>METEEN</strong> {{BEDRAG}}. ANDERS belt de KVK <a href="https://ACME.nl/HIER">hier</a></p>'
  expect(htmlOf(mended(fault('capitals'), body(html)))).toBe(
    '<p>Betaal <strong>meteen</strong> {{BEDRAG}}. Anders belt de KVK <a href="https://ACME.nl/HIER">hier</a></p>',
  )
})

test('in the subject alone what stands there is mended', () => {
  const written = body('<p>Let op!!</p>', { subject: 'LAATSTE kans!' })
  expect(mended(fault('exclamations', '1', 'subject'), written)).toEqual({ ...written, subject: 'LAATSTE kans.' })
  expect(mended(fault('capitals', 'LAATSTE', 'subject'), written)).toEqual({ ...written, subject: 'Laatste kans!' })
  expect(htmlOf(mended(fault('exclamations', '2'), written))).toBe('<p>Let op.</p>')
})

test('a hard word becomes the one that readers know, whole words alone, with its capital', () => {
  const made = mended(fault('wordHard', 'indien → als'), body('<p>Indien u indient, indien niet: bel.</p>'))
  expect(htmlOf(made)).toBe('<p>Als u indient, als niet: bel.</p>')
})

test('a field between single braces gets both, and one that has them stays', () => {
  const made = mended(fault('placeSingle', '{ Voornaam } → {{voornaam}}'), body('<p>{ Voornaam } {{ Voornaam }} {{voornaam}}</p>'))
  expect(htmlOf(made)).toBe('<p>{{voornaam}} {{ Voornaam }} {{voornaam}}</p>')
})

test('a void term becomes the one of the law', () => {
  expect(htmlOf(mended(fault('termWrong'), body('<p>Binnen 14 dagen na heden.</p>')))).toBe(
    '<p>Binnen 14 dagen nadat dit bericht bij u is bezorgd.</p>',
  )
})

test('a preheader is the first sentence that says something; a text that has none is left as it is', () => {
  const made = mended(
    fault('preheaderMissing'),
    body('<p>Beste {{naam}},</p><p>Uw rekening {{factuurnummer}} staat nog open. Betaal hem.</p>'),
  )
  expect(made?.preheader).toBe('Uw rekening {{factuurnummer}} staat nog open.')
  expect(mended(fault('preheaderMissing'), body('<p>Beste {{naam}},</p>'))).toBeNull()
})

test('what stands in a section, and what its writer must choose, has no mending', () => {
  expect(mended(fault('capitals', 'ONDERTEKEND'), body('<p>Rustig.</p>'))).toBeNull()
  expect(mended(fault('linkVague', 'hier'), body('<p>hier</p>'))).toBeNull()
})
