import { describe, expect, test } from 'vitest'
import { complianceProfile } from './compliance-profile.ts'
import { type ContactFacts, letterPermission } from './contact-permission.ts'
import { noWishes } from './contact-wishes.ts'

const monday = new Date('2027-01-04T12:00:00Z')
const simulated = { simulated: true, loopback: false }
const noCaps = { answeredPerDay: null, callsPerDay: null, callsPerWeek: null, writtenPerWeek: null, contactsPerLifetime: null }
const facts = (over: Partial<ContactFacts> = {}): ContactFacts => ({
  ...{ profile: complianceProfile.incasso_wki, alwaysOpen: true, windows: [], extra: [], holidays: [] },
  ...{ blacklisted: [], ownAddresses: null, outsideFilter: false, disputed: false, debtHelp: false, wishes: noWishes },
  ...{ debtor: { isNaturalPerson: true, isResoldClaim: false }, caps: noCaps, contacts: [], staffContacts: [], quietDays: 1 },
  ...{ caseStatus: 'open', casePausedUntil: null, casePausedFor: null, batchStatus: 'open', batchPausedUntil: null },
  ...{ scriptActive: true, smsPause: null, phone: '+31101234567', mobile: '+31612345678', email: 'naam@example.nl' },
  ...{ paymentUnderWay: null, providers: { email: simulated, sms: simulated, call: simulated } },
  ...over,
})
const post = { hasAddress: true, isSimulated: false }
const everywhere = ['+31101234567', '+31612345678', 'naam@example.nl']
const tomorrow = new Date('2027-01-05T12:00:00Z')
const yes = { ok: true, reason: null, nextAt: null }

describe('refused for good', () => {
  test.each([
    ['a closed case', facts({ caseStatus: 'closed' }), post, 'caseClosed'],
    ['a closed batch', facts({ batchStatus: 'closed' }), post, 'batchClosed'],
    ['a batch that is being prepared', facts({ batchStatus: 'preparing' }), post, 'batchPreparing'],
    ['an inactive script', facts({ scriptActive: false }), post, 'scriptInactive'],
    ['no complete address', facts(), { ...post, hasAddress: false }, 'noPostalAddress'],
    ['on the blacklist with every address that we have', facts({ blacklisted: everywhere }), post, 'blacklisted'],
    ['a wish for another channel that reaches', facts({ wishes: { ...noWishes, prefers: 'email' } }), post, 'otherChannelPreferred'],
    ['left out by a filter', facts({ outsideFilter: true }), post, 'outsideFilter'],
    ['a dispute', facts({ disputed: true }), post, 'disputed'],
    ['debt help', facts({ debtHelp: true }), post, 'debtHelp'],
    ['a demo that would reach a true print shop', facts({ ownAddresses: ['naam@example.nl'] }), post, 'onlyOwnNumber'],
    ['a customer on trial with a true print shop', facts({ profile: complianceProfile.intern_demo }), post, 'onlySimulated'],
  ] as const)('%s', (_what, given, how, reason) =>
    expect(letterPermission(given, how, monday)).toEqual({ ok: false, reason, nextAt: null }),
  )
})

describe('refused for now', () => {
  const written = { id: 1, at: new Date('2027-01-04T11:00:00Z'), written: true, answered: false, left: true }
  test.each([
    ['a paused batch', facts({ batchStatus: 'paused', batchPausedUntil: tomorrow }), 'batchPaused', tomorrow],
    ['a paused case', facts({ caseStatus: 'paused', casePausedUntil: tomorrow }), 'casePaused', tomorrow],
    ['somebody is paying', facts({ paymentUnderWay: { until: tomorrow } }), 'paymentUnderWay', tomorrow],
    [
      'the cap of what is written',
      facts({ caps: { ...noCaps, writtenPerWeek: 1 }, contacts: [written] }),
      'personWrittenCap',
      new Date('2027-01-11T11:00:00Z'),
    ],
  ] as const)('%s', (_what, given, reason, nextAt) =>
    expect(letterPermission(given, post, monday)).toMatchObject({ ok: false, reason, nextAt: nextAt.toISOString() }),
  )
})

describe('allowed', () => {
  test.each([
    ['by day', facts(), post, monday],
    ['on Sunday night: the post brings it by day', facts(), post, new Date('2027-01-03T01:00:00Z')],
    ['with every window of the script closed', facts({ alwaysOpen: false, windows: [] }), post, monday],
    ['with the SMS of the script on hold', facts({ smsPause: { until: null } as ContactFacts['smsPause'] }), post, monday],
    ['with one address on the blacklist', facts({ blacklisted: ['naam@example.nl'] }), post, monday],
    ['who wishes post', facts({ wishes: { ...noWishes, prefers: 'post' } }), post, monday],
    ['who wishes a channel that does not reach', facts({ email: null, wishes: { ...noWishes, prefers: 'email' } }), post, monday],
    ['a customer on trial, simulated', facts({ profile: complianceProfile.intern_demo }), { ...post, isSimulated: true }, monday],
    ['a demo, simulated', facts({ ownAddresses: ['naam@example.nl'] }), { ...post, isSimulated: true }, monday],
  ] as const)('%s', (_what, given, how, at) => expect(letterPermission(given, how, at)).toEqual(yes))
})
