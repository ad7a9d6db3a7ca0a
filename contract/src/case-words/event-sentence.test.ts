import { expect, test } from 'vitest'
import eng from './eng.json' with { type: 'json' }
import { eventSentence, type SentenceWords } from './event-sentence.ts'
import fr from './fr.json' with { type: 'json' }
import nl from './nl.json' with { type: 'json' }

const words: SentenceWords = {
  find: (key, params) => (key.startsWith('cases.events.') ? String(params?.reason) : key.startsWith('cases.causes.') ? key : null),
  ...{ money: String, number: String, day: String, moment: String },
}

test('what a payer chose on the page of a link is named, and what they only wrote stands as words', () => {
  const keys: SentenceWords = { ...words, find: (key) => key }
  const sentence = (params: Record<string, string>) => eventSentence(keys, { event: 'disputedByPayer', params })
  expect(sentence({ reason: 'paid', text: 'x' })).toBe('cases.events.disputedByPayer_paid')
  expect(sentence({ text: 'x' })).toBe('cases.events.disputedByPayer')
  for (const locale of [nl, eng, fr])
    for (const reason of ['paid', 'amount', 'notMine'] as const) expect(locale.events[`disputedByPayer_${reason}`]).toContain('{text}')
})

test('a payment request is named by its provider, a link of ours is a payment link', () => {
  const named: SentenceWords = { ...words, find: (key, params) => (params ? `${params.link}${params.through}` : key) }
  const sentence = (params: Record<string, string>) => eventSentence(named, { event: 'bank_opened', params })
  expect(sentence({ via: 'acceptemail' })).toBe('AcceptEmail · AcceptEmail')
  expect(sentence({ via: 'mailtopay' })).toBe('MailToPay · MailToPay')
  expect(sentence({})).toBe('cases.kinds.paymentLink')
})

test('what staff wrote stays as it is, whatever digits are in it; a code of a provider is explained', () => {
  const reason = '550 5.1.1'
  expect(eventSentence(words, { event: 'callerVouched', params: { reason } })).toBe(reason)
  expect(eventSentence(words, { event: 'emailFailed', params: { reason } })).toMatch(/^cases\.causes\./)
})
