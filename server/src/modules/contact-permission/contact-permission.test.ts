import type { Channel } from '@regie/contract/channels.ts'
import { describe, expect, test } from 'vitest'
import type { Contact } from './contact-caps.ts'
import { complianceProfile } from './compliance-profile.ts'
import {
  type ContactFacts,
  contactPermission,
  keepingPromise,
  linkPermission,
  linkWayPermission,
  staffPermission,
} from './contact-permission.ts'
import { noWishes, type RuleFields, wishesOf } from './contact-wishes.ts'
import { debtorOf } from './debtor.ts'

const monday = new Date('2027-01-04T12:00:00Z')
const simulated = { simulated: true, loopback: false }
const facts = (over: Partial<ContactFacts> = {}): ContactFacts => ({
  profile: complianceProfile.incasso_wki,
  alwaysOpen: true,
  windows: [],
  extra: [],
  holidays: [],
  blacklisted: [],
  ownAddresses: null,
  outsideFilter: false,
  disputed: false,
  debtHelp: false,
  wishes: noWishes,
  debtor: { isNaturalPerson: true, isResoldClaim: false },
  caps: { answeredPerDay: null, callsPerDay: null, callsPerWeek: null, writtenPerWeek: null, contactsPerLifetime: null },
  contacts: [],
  staffContacts: [],
  quietDays: 1,
  caseStatus: 'open',
  casePausedUntil: null,
  casePausedFor: null,
  batchStatus: 'open',
  batchPausedUntil: null,
  scriptActive: true,
  smsPause: null,
  phone: '+31101234567',
  mobile: '+31612345678',
  email: 'naam@example.nl',
  paymentUnderWay: null,
  providers: { email: simulated, sms: simulated, call: simulated },
  ...over,
})

test('an open case of an open batch inside its hours may be contacted', () =>
  expect(contactPermission(facts(), 'email', monday)).toEqual({ ok: true, reason: null, nextAt: null }))

describe('refused, with the reason and the next moment', () => {
  test.each([
    ['a closed case', facts({ caseStatus: 'closed' }), 'email', 'caseClosed', null],
    ['a closed batch', facts({ batchStatus: 'closed' }), 'email', 'batchClosed', null],
    ['a batch that is being prepared', facts({ batchStatus: 'preparing' }), 'email', 'batchPreparing', null],
    ['an inactive script', facts({ scriptActive: false }), 'email', 'scriptInactive', null],
    ['no e-mail address', facts({ email: null }), 'email', 'noEmail', null],
    ['no phone at all', facts({ phone: null, mobile: null }), 'call', 'noPhone', null],
    ['only a fixed line, for an SMS', facts({ mobile: null }), 'sms', 'noMobile', null],
    ['a mobile that is on the blacklist', facts({ blacklisted: ['+31612345678'] }), 'sms', 'blacklisted', null],
    ['a mobile that is on the blacklist, for a call too', facts({ blacklisted: ['+31612345678'] }), 'call', 'blacklisted', null],
    [
      'an address on the blacklist, whatever its letters',
      facts({ email: 'Naam@Example.nl', blacklisted: ['naam@example.nl'] }),
      'email',
      'blacklisted',
      null,
    ],
    ['somebody else’s number in a demo', facts({ ownAddresses: ['+31600000001', 'ik@example.nl'] }), 'call', 'onlyOwnNumber', null],
    ['a demo that is nobody’s any more', facts({ ownAddresses: [] }), 'email', 'onlyOwnNumber', null],
    ['a case that the filters leave out', facts({ outsideFilter: true }), 'email', 'outsideFilter', null],
    ['debt help, also where staff ask', facts({ debtHelp: true }), 'call', 'debtHelp', null],
    ['a dispute, though its case is paused too', facts({ disputed: true, caseStatus: 'paused' }), 'email', 'disputed', null],
    [
      'a pause until the night waits for the morning',
      facts({ caseStatus: 'paused', casePausedUntil: new Date('2027-01-04T20:00:00Z') }),
      'email',
      'casePaused',
      '2027-01-05T06:00:00.000Z',
    ],
    ['a channel without a provider', facts(), 'whatsapp', 'noProvider', null],
    [
      'a real provider in the demo',
      facts({ profile: complianceProfile.intern_demo, providers: { email: { simulated: false, loopback: false } } }),
      'email',
      'onlySimulated',
      null,
    ],
    ['a batch paused for ever', facts({ batchStatus: 'paused' }), 'email', 'batchPaused', null],
    [
      'a batch paused until the evening goes on in the morning',
      facts({ batchStatus: 'paused', batchPausedUntil: new Date('2027-01-04T20:00:00Z') }),
      'email',
      'batchPaused',
      '2027-01-05T06:00:00.000Z',
    ],
    [
      'a case paused for an hour',
      facts({ caseStatus: 'paused', casePausedUntil: new Date('2027-01-04T13:00:00Z') }),
      'email',
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

test.each([
  ['an address that is not on it', facts({ blacklisted: ['+31612345678'] }), 'email'],
  ['the own number in a demo', facts({ ownAddresses: ['+31612345678'] }), 'sms'],
] as const)('may be contacted: %s', (_, given, channel) => expect(contactPermission(given, channel, monday).ok).toBe(true))

describe('how often a person may be contacted', () => {
  const caps = { answeredPerDay: 1, callsPerDay: 3, callsPerWeek: 7, writtenPerWeek: 3, contactsPerLifetime: null }
  const hoursAgo = (hours: number, over: Partial<Contact> = {}): Contact => ({
    id: 1,
    written: false,
    answered: false,
    left: true,
    at: new Date(monday.getTime() - hours * 3_600_000),
    ...over,
  })
  const calls = (...hours: number[]) => hours.map((ago) => hoursAgo(ago))
  const letters = (...hours: number[]) => hours.map((ago) => hoursAgo(ago, { written: true }))
  const decided = (contacts: Contact[], channel: Channel, over: Partial<ContactFacts> = {}) => {
    const { ok, reason, nextAt } = contactPermission(facts({ caps, contacts, ...over }), channel, monday)
    return ok ? 'ok' : `${reason} ${nextAt ?? 'never'}`
  }
  const none = { answeredPerDay: null, callsPerDay: null, callsPerWeek: null, writtenPerWeek: null, contactsPerLifetime: null }
  test.each([
    ['nobody yet', [], 'call', 'ok'],
    ['two calls today', calls(1, 2), 'call', 'ok'],
    ['three calls today: tomorrow', calls(1, 2, 3), 'call', 'personCallCap 2027-01-05T06:00:00.000Z'],
    ['a call before midnight was yesterday’s', calls(1, 2, 13.5), 'call', 'ok'],
    ['answered today: tomorrow', [hoursAgo(1, { answered: true })], 'call', 'personAnsweredCap 2027-01-05T06:00:00.000Z'],
    ['answered yesterday', [hoursAgo(20, { answered: true })], 'call', 'ok'],
    ['calls hold back no letter', calls(1, 2, 3), 'email', 'ok'],
    [
      'seven calls in a week, the first a week old on Tuesday at noon',
      calls(30, 54, 78, 102, 126, 140, 144),
      'call',
      'personCallCap 2027-01-05T12:00:00.000Z',
    ],
    ['a call of a week ago counts no more', calls(30, 54, 78, 102, 126, 140, 168), 'call', 'ok'],
    ['two letters', letters(10, 20), 'sms', 'ok'],
    ['three letters of any kind: when the first is a week old', letters(10, 20, 140), 'sms', 'personWrittenCap 2027-01-05T16:00:00.000Z'],
    ['and not in the night', letters(10, 20, 136), 'email', 'personWrittenCap 2027-01-06T06:00:00.000Z'],
    [
      'five letters: when the third but last is a week old',
      letters(10, 20, 140, 141, 142),
      'email',
      'personWrittenCap 2027-01-05T16:00:00.000Z',
    ],
    ['letters hold back no call', letters(10, 20, 30, 40), 'call', 'ok'],
  ] as const)('%s', (_, contacts, channel, expected) => expect(decided([...contacts], channel)).toBe(expected))
  test('a day’s cap and then the week’s hold one after the other', () =>
    expect(decided(calls(1, 2, 3, 100, 101, 102, 103), 'call')).toBe('personCallCap 2027-01-07T05:00:00.000Z'.replace('05:00', '06:00')))
  test('a cap of none is for ever', () => expect(decided([], 'call', { caps: { ...none, callsPerDay: 0 } })).toBe('personCallCap never'))
  test.each([
    ['as many letters and calls as a lifetime bears', [...calls(900), ...letters(2000, 3000)], 'email', 'personLifetimeCap never'],
    ['and no call either', [...calls(900), ...letters(2000, 3000)], 'call', 'personLifetimeCap never'],
    ['one less', [...calls(900), ...letters(2000)], 'email', 'ok'],
    ['what is still to come is not counted', [...calls(900, -1), ...letters(2000)], 'sms', 'ok'],
  ] as const)('over a lifetime: %s', (_, contacts, channel, expected) =>
    expect(decided([...contacts], channel, { caps: { ...none, contactsPerLifetime: 3 } })).toBe(expected),
  )
  test('no caps, no counting', () => expect(decided(calls(1, 2, 3, 4, 5, 6, 7, 8), 'call', { caps: none })).toBe('ok'))
})

test('a pause that ended holds nobody back', () =>
  expect(contactPermission(facts({ caseStatus: 'paused', casePausedUntil: new Date('2027-01-04T11:00:00Z') }), 'email', monday).ok).toBe(
    true,
  ))
test('a mail server on this machine is allowed in the demo', () =>
  expect(
    contactPermission(
      facts({ profile: complianceProfile.intern_demo, providers: { email: { simulated: false, loopback: true } } }),
      'email',
      monday,
    ).ok,
  ).toBe(true))
test.each(['email', 'sms', 'call'] as const)('the law holds for %s too', (channel) =>
  expect(contactPermission(facts(), channel, new Date('2027-01-10T12:00:00Z'))).toMatchObject({ ok: false, reason: 'lawSunday' }),
)

describe('what a person asked for', () => {
  const asked = (fields: RuleFields, channel: Channel, at: string, over: Partial<ContactFacts> = {}) => {
    const { ok, reason, nextAt } = contactPermission(facts({ wishes: wishesOf(fields), ...over }), channel, new Date(at))
    return ok ? 'ok' : `${reason} ${nextAt ?? 'never'}`
  }
  // Winter: the clock on the wall is an hour ahead of UTC. Monday 4 January 2027.
  test.each([
    ['before the hour', { niet_bellen_voor: '10:00' }, 'call', '08:59', 'personHours 2027-01-04T09:00:00.000Z'],
    ['at the hour', { niet_bellen_voor: '10:00' }, 'call', '09:00', 'ok'],
    ['a mail before the hour', { niet_bellen_voor: '10:00' }, 'email', '08:59', 'ok'],
    ['the minute before the end', { niet_bellen_na: '17:30' }, 'call', '16:29', 'ok'],
    ['at the end', { niet_bellen_na: '17:30' }, 'call', '16:30', 'personHours 2027-01-05T06:00:00.000Z'],
    ['an SMS after the end', { niet_bellen_na: '17:30' }, 'sms', '16:30', 'ok'],
    ['between both', { niet_bellen_voor: '10:00', niet_bellen_na: '17:30' }, 'call', '12:00', 'ok'],
    ['after both', { niet_bellen_voor: '10:00', niet_bellen_na: '17:30' }, 'call', '17:00', 'personHours 2027-01-05T09:00:00.000Z'],
    ['until midnight', { niet_bellen_na: '00:00' }, 'call', '12:00', 'ok'],
    ['hours that leave none', { niet_bellen_voor: '18:00', niet_bellen_na: '09:00' }, 'call', '12:00', 'personHours never'],
    ['an hour that cannot be read', { niet_bellen_na: 'etenstijd' }, 'call', '12:00', 'personHours never'],
    ['an empty hour', { niet_bellen_voor: '', niet_bellen_na: null }, 'call', '12:00', 'ok'],
    ['a call to who prefers mail', { contactvoorkeur: 'email' }, 'call', '12:00', 'otherChannelPreferred never'],
    ['a mail to who prefers mail', { contactvoorkeur: 'email' }, 'email', '12:00', 'ok'],
    ['an SMS to who prefers calls', { contactvoorkeur: 'telefoon' }, 'sms', '12:00', 'otherChannelPreferred never'],
    ['a call to who prefers calls', { contactvoorkeur: 'telefoon' }, 'call', '12:00', 'ok'],
    ['a mail to who prefers SMS', { contactvoorkeur: 'sms' }, 'email', '12:00', 'otherChannelPreferred never'],
    ['a mail to who prefers letters', { contactvoorkeur: 'post' }, 'email', '12:00', 'otherChannelPreferred never'],
    ['WhatsApp is preferred and nobody carries it', { contactvoorkeur: 'whatsapp' }, 'email', '12:00', 'ok'],
    ['a preference that nobody knows', { contactvoorkeur: 'fax' }, 'email', '12:00', 'ok'],
  ] as const)('%s', (_, fields, channel, clock, expected) => expect(asked(fields, channel, `2027-01-04T${clock}:00Z`)).toBe(expected))
  test('who prefers mail and has no address may be called', () =>
    expect(asked({ contactvoorkeur: 'email' }, 'call', '2027-01-04T12:00:00Z', { email: null })).toBe('ok'))
  test('who prefers mail and is on the blacklist with it may be called', () =>
    expect(asked({ contactvoorkeur: 'email' }, 'call', '2027-01-04T12:00:00Z', { blacklisted: ['naam@example.nl'] })).toBe('ok'))
  test('summer time moves the hour with the clock on the wall', () =>
    expect(asked({ niet_bellen_voor: '10:00' }, 'call', '2027-07-05T07:59:00Z')).toBe('personHours 2027-07-05T08:00:00.000Z'))
  test('a demo reaches only who shows it: nobody else’s wish holds it', () =>
    expect(
      asked({ contactvoorkeur: 'post', niet_bellen_na: '09:00' }, 'call', '2027-01-04T12:00:00Z', { ownAddresses: ['+31612345678'] }),
    ).toBe('ok'))
})

describe('the law for natural persons follows the legal form', () => {
  const evening = new Date('2027-01-04T19:30:00Z')
  const reasonFor = (fields: RuleFields, profile: keyof typeof complianceProfile, at: Date) =>
    contactPermission(facts({ profile: complianceProfile[profile], debtor: debtorOf(fields) }), 'call', at).reason ?? 'ok'
  test.each([
    ['a company', { rechtsvorm: 'bv' }, 'b2b', 'ok'],
    ['a company whose debtor type says business', { rechtsvorm: 'nv', debiteurtype: 'zakelijk' }, 'b2b', 'ok'],
    ['a public body', { rechtsvorm: 'overheid' }, 'b2b', 'ok'],
    ['a sole trader', { rechtsvorm: 'eenmanszaak', debiteurtype: 'zakelijk' }, 'b2b', 'lawHours'],
    ['a partnership', { rechtsvorm: 'vof', debiteurtype: 'zakelijk' }, 'b2b', 'lawHours'],
    ['a limited partnership', { rechtsvorm: 'cv' }, 'b2b', 'lawHours'],
    ['a professional partnership', { rechtsvorm: 'maatschap' }, 'b2b', 'lawHours'],
    ['a consumer', { debiteurtype: 'consument' }, 'b2b', 'lawHours'],
    ['a consumer with the form of a company', { debiteurtype: 'consument', rechtsvorm: 'bv' }, 'b2b', 'lawHours'],
    ['business, of an unknown form', { debiteurtype: 'zakelijk' }, 'b2b', 'lawHours'],
    ['a form that nobody knows', { rechtsvorm: 'anders' }, 'b2b', 'lawHours'],
    ['nothing known', {}, 'b2b', 'lawHours'],
    ['own customers of the creditor', { debiteurtype: 'consument' }, 'service', 'ok'],
    ['a resold claim on a consumer', { debiteurtype: 'consument', vordering_overgenomen: 'ja' }, 'service', 'lawHours'],
    ['a resold claim on a sole trader', { rechtsvorm: 'eenmanszaak', vordering_overgenomen: 'ja' }, 'service', 'lawHours'],
    ['a resold claim on a company', { rechtsvorm: 'bv', vordering_overgenomen: 'ja' }, 'service', 'ok'],
    ['a company, under the profile of collection', { rechtsvorm: 'bv' }, 'incasso_wki', 'lawHours'],
    ['a demo', {}, 'intern_demo', 'ok'],
  ] as const)('%s', (_, fields, profile, expected) => expect(reasonFor(fields, profile, evening)).toBe(expected))
  test('the hours of the profile hold beside the law', () =>
    expect(reasonFor({ debiteurtype: 'consument' }, 'b2b', new Date('2027-01-04T06:30:00Z'))).toBe('lawHours'))
  test('a resold claim keeps the Saturday of telemarketing', () =>
    expect(reasonFor({ vordering_overgenomen: 'ja' }, 'telemarketing', new Date('2027-01-09T15:30:00Z'))).toBe('lawHours'))
})

describe('of a payment link one answer stands for all channels that carry one', () => {
  const later = new Date('2027-01-08T11:00:00Z')
  const owing = { outstandingCents: 10_000, hasText: () => true }
  test.each([
    ['one way is enough', { email: null }, { ok: true, reason: null }],
    ['a promise that waits keeps none back', { caseStatus: 'paused', casePausedFor: 'promise', casePausedUntil: later }, { ok: true }],
    [
      ...([
        'a pause of staff does, and says until when',
        { caseStatus: 'paused', casePausedFor: 'staff', casePausedUntil: later },
      ] as const),
      { ok: false, reason: 'casePaused', nextAt: later.toISOString() },
    ],
    [
      ...([
        'a pause without end comes before an address that is missing',
        { email: null, caseStatus: 'paused', casePausedFor: 'staff' },
      ] as const),
      { ok: false, reason: 'casePaused', nextAt: null },
    ],
    ['nobody is reached without an address', { email: null, mobile: null }, { ok: false, reason: 'noEmail', nextAt: null }],
    ['a case that is closed gets none', { caseStatus: 'closed' }, { ok: false, reason: 'caseClosed', nextAt: null }],
  ] as const)('%s', (_, given, expected) => expect(linkPermission(facts(given), owing, monday)).toMatchObject(expected))
  test('nothing is asked of who owes nothing, whatever else holds their case', () => {
    const nothing = { ok: false, reason: 'nothingOpen', nextAt: null }
    for (const outstandingCents of [0, null]) {
      expect(linkPermission(facts(), { ...owing, outstandingCents }, monday)).toEqual(nothing)
      expect(linkPermission(facts({ email: null, mobile: null }), { ...owing, outstandingCents }, monday)).toEqual(nothing)
      expect(linkPermission(facts({ caseStatus: 'closed' }), { ...owing, outstandingCents }, monday)).toMatchObject({
        reason: 'caseClosed',
      })
    }
  })
  test('a channel counts only with a text that has a place for the link', () => {
    const byMail = { ...owing, hasText: (channel: string) => channel === 'email' }
    expect(linkPermission(facts(), byMail, monday)).toMatchObject({ ok: true })
    expect(linkPermission(facts({ email: null }), byMail, monday)).toMatchObject({ ok: false })
    expect(linkWayPermission(facts(), 'sms', byMail, monday)).toEqual({ ok: false, reason: 'linkTextMissing', nextAt: null })
    expect(linkPermission(facts(), { ...owing, hasText: () => false }, monday)).toMatchObject({ ok: false, reason: 'linkTextMissing' })
  })
})

test('a link for who promised to pay is held by no pause for the promise, and by every other and by the law', () => {
  const promised = { caseStatus: 'paused', casePausedFor: 'promise', casePausedUntil: new Date('2027-01-08T11:00:00Z') } as const
  expect(contactPermission(facts(promised), 'email', monday)).toMatchObject({ ok: false, reason: 'casePaused' })
  expect(contactPermission(keepingPromise(facts(promised)), 'email', monday).ok).toBe(true)
  for (const casePausedFor of ['staff', 'callback', 'dispute', 'complaint', 'vulnerable'])
    expect(contactPermission(keepingPromise(facts({ ...promised, casePausedFor })), 'email', monday)).toMatchObject({
      reason: 'casePaused',
    })
  expect(contactPermission(keepingPromise(facts({ ...promised, disputed: true })), 'email', monday)).toMatchObject({ reason: 'disputed' })
  expect(contactPermission(keepingPromise(facts({ ...promised, batchStatus: 'paused' })), 'email', monday)).toMatchObject({
    reason: 'batchPaused',
  })
})

test('staff may call a person whose case waits for an agreed call-back, not write to them, and no other pause lets them', () => {
  const agreed = { caseStatus: 'paused', casePausedFor: 'callback', casePausedUntil: new Date('2027-01-08T11:00:00Z') } as const
  expect(staffPermission(facts(agreed), 'call', monday).ok).toBe(true)
  for (const channel of ['email', 'sms'] as const)
    expect(staffPermission(facts(agreed), channel, monday)).toMatchObject({ ok: false, reason: 'casePaused' })
  // The script itself waits.
  expect(contactPermission(facts(agreed), 'call', monday)).toMatchObject({ ok: false, reason: 'casePaused' })
  for (const casePausedFor of ['staff', 'promise', 'dispute', 'complaint', 'vulnerable', null])
    expect(staffPermission(facts({ ...agreed, casePausedFor }), 'call', monday)).toMatchObject({ reason: 'casePaused' })
  // The law and a pause of the batch hold all the same.
  expect(staffPermission(facts(agreed), 'call', new Date('2027-01-04T22:30:00Z'))).toMatchObject({ ok: false })
  expect(staffPermission(facts({ ...agreed, batchStatus: 'paused' }), 'call', monday)).toMatchObject({ reason: 'batchPaused' })
})
