import { smsSegments } from '@regie/contract/sms-segments.ts'
import { expect, test } from 'vitest'
import { pressableIn, renderTemplate, TemplateIncomplete, type TemplateTexts } from './render-template.ts'

const texts: TemplateTexts = {
  nl: { subject: 'Factuur {{factuurnummer}}', text: 'Beste {{ naam }}', html: '<p title="{{naam}}">{{naam}}</p>' },
  fr: { subject: 'Facture {{factuurnummer}}', text: 'Bonjour {{naam}}' },
}

test('places are filled in the language of the person', () => {
  expect(renderTemplate(texts, { factuurnummer: 'F1', naam: 'Zoë' }, 'fr')).toEqual({
    subject: 'Facture F1',
    text: 'Bonjour Zoë',
    html: null,
  })
})

test('a language that is not there becomes Dutch', () => {
  expect(renderTemplate(texts, { factuurnummer: 'F1', naam: 'Jan' }, 'eng').text).toBe('Beste Jan')
})

test.each([
  ['<script>alert(1)</script>', '&lt;script&gt;alert(1)&lt;/script&gt;'],
  [`"O'Neil" & zn`, '&quot;O&#39;Neil&quot; &amp; zn'],
  ['{{factuurnummer}}', '{{factuurnummer}}'],
  ['$& $1', '$&amp; $1'],
])('a name like %s stays text', (naam, html) => {
  expect(renderTemplate(texts, { factuurnummer: 'F1', naam }, 'nl').html).toBe(`<p title="${html}">${html}</p>`)
})

test('a value cannot begin a new line in the subject', () => {
  expect(renderTemplate(texts, { factuurnummer: 'F1\r\nBcc: x@example.nl', naam: 'Jan' }, 'nl').subject).toBe(
    'Factuur F1 Bcc: x@example.nl',
  )
})

test('what is missing is named, all of it', () => {
  expect(() => renderTemplate(texts, { naam: '' }, 'nl')).toThrow(TemplateIncomplete)
  expect(() => renderTemplate(texts, {}, 'nl')).toThrow(/factuurnummer, naam/)
  expect(() => renderTemplate({ nl: { subject: '', text: '{{constructor}}' } }, {}, 'nl')).toThrow(TemplateIncomplete)
})

test('the space of an amount does not break, and does not make an SMS expensive', () => {
  const filled = renderTemplate({ nl: { subject: '', text: 'Betaal {{bedrag}}' } }, { bedrag: '€\u00a0125,00' }, 'nl')
  expect(filled.text).toBe('Betaal €\u00a0125,00')
  expect(smsSegments(filled.text)).toMatchObject({ encoding: 'gsm7', breakers: [] })
})

test('the buttons of the languages belong together by their order; those of another number each stand alone', () => {
  const text = (...buttons: string[]) => ({ subject: '', text: 'Kies', choices: { kind: 'buttons' as const, buttons } })
  const words = (texts: Parameters<typeof pressableIn>[0]) => pressableIn(texts).map((button) => button.map((one) => one.words))
  expect(words({ nl: text('Bel mij', 'Later, {{naam}}'), fr: text('Rappelez-moi', 'Plus tard') })).toEqual([
    ['Bel mij', 'Rappelez-moi'],
    ['Plus tard'],
  ])
  expect(words({ nl: text('Bel mij', 'Later'), fr: text('Plus tard') })).toEqual([['Bel mij'], ['Later'], ['Plus tard']])
})
