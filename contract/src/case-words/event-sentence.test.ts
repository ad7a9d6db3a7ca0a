import { expect, test } from 'vitest'
import { eventSentence, type SentenceWords } from './event-sentence.ts'

const words: SentenceWords = {
  find: (key, params) => (key.startsWith('cases.events.') ? String(params?.reason) : key.startsWith('cases.causes.') ? key : null),
  ...{ money: String, number: String, day: String, moment: String },
}

test('what staff wrote stays as it is, whatever digits are in it; a code of a provider is explained', () => {
  const reason = '550 5.1.1'
  expect(eventSentence(words, { event: 'callerVouched', params: { reason } })).toBe(reason)
  expect(eventSentence(words, { event: 'emailFailed', params: { reason } })).toMatch(/^cases\.causes\./)
})
