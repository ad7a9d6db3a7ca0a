import { expect, test } from 'vitest'
import { canSendFreeText, placesIn, placesOpen, textOfApproved, withoutFields } from './whatsapp.ts'

const text = {
  ...{ name: 'herinnering', language: 'nl', header: 'Factuur {{1}}', body: 'Beste {{1}}, er staat {{2}} open.', footer: 'Regie' },
  buttons: [
    { type: 'url', text: 'Betalen', url: 'https://betaal.example/{{1}}' },
    { type: 'reply', text: 'Bel mij', url: '' },
  ] as const,
}

test('numbered places become merge fields, also in a header and a button', () => {
  const choice = { ...withoutFields({ ...text, buttons: [...text.buttons] }) }
  expect(placesIn(text.body)).toBe(2)
  expect(placesOpen(choice)).toEqual(['header 1', 'body 1', 'body 2', 'button 1 1'])
  const filled = { ...choice, fields: { header: ['factuurnummer'], body: ['naam', 'bedrag'], buttons: ['betaallink', ''] } }
  expect(placesOpen(filled)).toEqual([])
  expect(textOfApproved(filled)).toBe(
    'Factuur {{factuurnummer}}\n\nBeste {{naam}}, er staat {{bedrag}} open.\n\nRegie\n\n[Betalen] https://betaal.example/{{betaallink}}\n[Bel mij]',
  )
})

test('free text goes for 24 hours after the last message of the person, and never before one', () => {
  const wrote = new Date('2026-03-02T09:00:00Z')
  expect(canSendFreeText({ lastIncomingAt: null }, wrote)).toBe(false)
  expect(canSendFreeText({ lastIncomingAt: wrote.toISOString() }, new Date('2026-03-03T08:59:59Z'))).toBe(true)
  expect(canSendFreeText({ lastIncomingAt: wrote }, new Date('2026-03-03T09:00:00Z'))).toBe(false)
})
