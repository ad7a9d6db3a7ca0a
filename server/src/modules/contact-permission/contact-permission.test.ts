import { describe, expect, test } from 'vitest'
import { complianceProfile } from './compliance-profile.ts'
import { type ContactFacts, contactPermission } from './contact-permission.ts'

const monday = new Date('2027-01-04T12:00:00Z')
const simulated = { simulated: true, loopback: false }
const facts = (over: Partial<ContactFacts> = {}): ContactFacts => ({
  profile: complianceProfile.incasso_wki,
  alwaysOpen: true,
  windows: [],
  caseStatus: 'open',
  casePausedUntil: null,
  batchStatus: 'open',
  batchPausedUntil: null,
  scriptActive: true,
  phone: '+31101234567',
  mobile: '+31612345678',
  email: 'naam@example.nl',
  paymentUnderWay: null,
  providers: { mail: simulated, sms: simulated, call: simulated },
  ...over,
})

test('an open case of an open batch inside its hours may be contacted', () =>
  expect(contactPermission(facts(), 'mail', monday)).toEqual({ ok: true, reason: null, nextAt: null }))

describe('refused, with the reason and the next moment', () => {
  test.each([
    ['a closed case', facts({ caseStatus: 'closed' }), 'mail', 'caseClosed', null],
    ['a closed batch', facts({ batchStatus: 'closed' }), 'mail', 'batchClosed', null],
    ['a batch that is being prepared', facts({ batchStatus: 'preparing' }), 'mail', 'batchPreparing', null],
    ['an inactive script', facts({ scriptActive: false }), 'mail', 'scriptInactive', null],
    ['no e-mail address', facts({ email: null }), 'mail', 'noEmail', null],
    ['no phone at all', facts({ phone: null, mobile: null }), 'call', 'noPhone', null],
    ['only a fixed line, for an SMS', facts({ mobile: null }), 'sms', 'noMobile', null],
    ['a channel without a provider', facts(), 'whatsapp', 'noProvider', null],
    [
      'a real provider in the demo',
      facts({ profile: complianceProfile.intern_demo, providers: { mail: { simulated: false, loopback: false } } }),
      'mail',
      'onlySimulated',
      null,
    ],
    ['a batch paused for ever', facts({ batchStatus: 'paused' }), 'mail', 'batchPaused', null],
    [
      'a batch paused until the evening goes on in the morning',
      facts({ batchStatus: 'paused', batchPausedUntil: new Date('2027-01-04T20:00:00Z') }),
      'mail',
      'batchPaused',
      '2027-01-05T06:00:00.000Z',
    ],
    [
      'a case paused for an hour',
      facts({ caseStatus: 'paused', casePausedUntil: new Date('2027-01-04T13:00:00Z') }),
      'mail',
      'casePaused',
      '2027-01-04T13:00:00.000Z',
    ],
    [
      'somebody at the bank',
      facts({ paymentUnderWay: { until: new Date('2027-01-04T12:15:00Z') } }),
      'sms',
      'paymentUnderWay',
      '2027-01-04T12:15:00.000Z',
    ],
    ['a payment that the bank calls pending', facts({ paymentUnderWay: { until: null } }), 'sms', 'paymentUnderWay', null],
  ] as const)('%s', (_, given, channel, reason, nextAt) =>
    expect(contactPermission(given, channel, monday)).toEqual({ ok: false, reason, nextAt }),
  )
})

test('a pause that ended holds nobody back', () =>
  expect(contactPermission(facts({ caseStatus: 'paused', casePausedUntil: new Date('2027-01-04T11:00:00Z') }), 'mail', monday).ok).toBe(
    true,
  ))
test('a mail server on this machine is allowed in the demo', () =>
  expect(
    contactPermission(
      facts({ profile: complianceProfile.intern_demo, providers: { mail: { simulated: false, loopback: true } } }),
      'mail',
      monday,
    ).ok,
  ).toBe(true))
test.each(['mail', 'sms', 'call'] as const)('the law holds for %s too', (channel) =>
  expect(contactPermission(facts(), channel, new Date('2027-01-10T12:00:00Z'))).toMatchObject({ ok: false, reason: 'lawSunday' }),
)
