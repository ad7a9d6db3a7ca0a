import { expect, test } from 'vitest'
import { withoutButtons } from './sent-buttons.ts'
import { type ApprovedText, textOfApproved, withoutFields } from './whatsapp.ts'
import { textWithChoices, type WhatsappChoices } from './whatsapp-choices.ts'

const approved: ApprovedText = {
  ...{ name: 'aanmaning', language: 'nl', header: 'Uw rekening', body: 'Betaal nu.\n\n[Let op] dit is de laatste keer.', footer: 'Regie' },
  buttons: [
    { type: 'url', text: 'Nu betalen', url: 'https://betalen.test/abc' },
    { type: 'reply', text: 'Bel mij terug', url: '' },
  ],
}

test('an approved text comes apart again into its words and its buttons', () => {
  expect(withoutButtons(textOfApproved(withoutFields(approved)), { approved: approved.buttons })).toEqual({
    text: 'Uw rekening\n\nBetaal nu.\n\n[Let op] dit is de laatste keer.\n\nRegie',
    buttons: [
      { kind: 'url', words: 'Nu betalen', about: '', url: 'https://betalen.test/abc' },
      { kind: 'reply', words: 'Bel mij terug', about: '', url: '' },
    ],
  })
})

test('a text of our own comes apart again, with the rows of its list', () => {
  const choices: WhatsappChoices = { kind: 'list', word: 'Kies', rows: [{ title: 'Vandaag', about: 'Voor vijf uur' }] }
  expect(withoutButtons(textWithChoices('Wanneer?', choices), { choices })).toEqual({
    text: 'Wanneer?',
    buttons: [
      { kind: 'list', words: 'Kies', about: '', url: '' },
      { kind: 'row', words: 'Vandaag', about: 'Voor vijf uur', url: '' },
    ],
  })
})

test('words in brackets that are no button stay words', () => {
  expect(withoutButtons('Betaal.\n\n[Nu betalen]', {})).toEqual({ text: 'Betaal.\n\n[Nu betalen]', buttons: [] })
  expect(withoutButtons('Betaal.', { approved: approved.buttons })).toEqual({ text: 'Betaal.', buttons: [] })
})
