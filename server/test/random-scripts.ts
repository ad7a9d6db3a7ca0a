import type { ContactCaps } from '@regie/contract/customers.ts'
import type { LastAnswer } from '@regie/contract/last-answer.ts'
import type { ScriptStep } from '@regie/contract/scripts.ts'
import fc from 'fast-check'

/** A step as it is drawn by lot: `ahead` is how many steps further it goes on. */
type Lot = { kind: ScriptStep['kind']; ahead: number; minutes: number; template: number; attemptsMax: number; question: number }

const anyLot: fc.Arbitrary<Lot> = fc.record({
  kind: fc.constantFrom<ScriptStep['kind']>(
    'send-email',
    'send-email',
    'send-sms',
    'send-sms',
    'send-whatsapp',
    'send-letter',
    'call',
    'call',
    'wait',
    'wait',
    'branch',
    'split',
    'payment-link',
  ),
  ahead: fc.constantFrom(1, 1, 1, 2, 3),
  minutes: fc.constantFrom(5, 45, 60, 600, 1_440, 2_880),
  template: fc.nat(4),
  attemptsMax: fc.integer({ min: 1, max: 4 }),
  question: fc.nat(3),
})

// The last two ask for what most cases do not have, and are not there.
const mailTemplates = ['mail', 'mail', 'mail', 'eigen', 'weg']
const questions = [
  { question: 'paid', answer: 'yes' },
  { question: 'lastAnswer', answer: 'niet_opgenomen' },
  { question: 'field', key: 'plaats', answer: 'Utrecht' },
  { question: 'variable', key: 'drukte', answer: 'hoog' },
] as const

/** A script of these steps, each going on further down, so that it ends. */
function stepsOf(lots: readonly Lot[]): ScriptStep[] {
  const keyAt = (at: number) => (at < lots.length ? `s${at}` : 'end')
  const steps = lots.map((lot, at): ScriptStep => {
    const step = { key: keyAt(at), next: keyAt(at + lot.ahead) }
    const asked = questions[lot.question] ?? questions[0]
    switch (lot.kind) {
      case 'send-email':
        return { ...step, kind: 'send-email', settings: { template: mailTemplates[lot.template] ?? 'mail' } }
      case 'send-sms':
        return { ...step, kind: 'send-sms', settings: { template: 'sms' } }
      case 'send-whatsapp':
        return { ...step, kind: 'send-whatsapp', settings: { template: 'whatsapp' } }
      case 'send-letter':
        return { ...step, kind: 'send-letter', settings: { template: mailTemplates[lot.template] ?? 'mail' } }
      case 'call':
        return { ...step, kind: 'call', settings: { template: 'call', attemptsMax: lot.attemptsMax, retryMinutes: lot.minutes } }
      case 'branch':
        return {
          ...step,
          kind: 'branch',
          settings: {
            question: asked.question,
            ...('key' in asked && { key: asked.key }),
            answers: { [asked.answer]: keyAt(at + 1 + (lot.ahead % 3)) },
          },
        }
      case 'split':
        return {
          ...{ kind: 'split', key: step.key },
          settings: {
            variants: [
              { key: 'a', name: 'Zoals nu', percent: 50, next: step.next },
              { key: 'b', name: 'Anders', percent: 50, next: keyAt(at + 1 + (lot.ahead % 3)) },
            ],
            plan: { paidPercent: 20, differencePoints: 5 },
          },
        }
      case 'payment-link':
        return { ...step, kind: 'payment-link', settings: { validDays: 14 } }
      case 'wait':
      case 'finish':
        return { ...step, kind: 'wait', settings: { minutes: lot.minutes } }
    }
  })
  return [...steps, { kind: 'finish', key: 'end', settings: { result: 'MAX' } }]
}

const rarely = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: null, freq: 3 })
const anyCap = (max: number) => fc.option(fc.integer({ min: 1, max }), { nil: null, freq: 1 })
const anyCaps: fc.Arbitrary<ContactCaps> = fc.record({
  answeredPerDay: anyCap(2),
  callsPerDay: anyCap(3),
  callsPerWeek: anyCap(5),
  writtenPerWeek: anyCap(3),
  contactsPerLifetime: fc.option(fc.integer({ min: 1, max: 8 }), { nil: null, freq: 1 }),
})
const anyWindow = fc.record({
  starts: fc.constantFrom('00:00', '07:30', '09:00', '13:00'),
  ends: fc.constantFrom('14:59', '16:59', '19:59', '23:59'),
  weekdays: fc.constantFrom<number[]>([1, 2, 3, 4, 5, 6, 7], [1, 2, 3, 4, 5], [2, 4, 6]),
  channels: fc.constantFrom<string[]>(
    ['email', 'sms', 'whatsapp', 'call'],
    ['email', 'sms', 'call'],
    ['call'],
    ['email', 'sms', 'whatsapp'],
  ),
})

/** A script with its rules, a case, what happened to its person before, and what the world answers. */
export const anyWorld = fc.record({
  steps: fc.array(anyLot, { minLength: 1, maxLength: 7 }).map(stepsOf),
  profile: fc.constantFrom('incasso_wki' as const, 'incasso_wki' as const, 'service' as const, 'b2b' as const, 'intern_demo' as const),
  caps: fc.option(anyCaps, { nil: null, freq: 3 }),
  windows: fc.array(anyWindow, { minLength: 1, maxLength: 2 }),
  // Also the nights in which a clock jumps.
  from: fc
    .tuple(fc.constantFrom('2026-06-03T06:00:00Z', '2026-06-05T15:00:00Z', '2026-03-28T18:00:00Z', '2026-10-24T18:00:00Z'), fc.nat(1_440))
    .map(([day, minutes]) => new Date(Date.parse(day) + minutes * 60_000)),
  days: fc.integer({ min: 1, max: 6 }),
  person: fc.record({
    email: fc.constantFrom('jan@example.nl', 'Jan@Example.nl', null),
    mobile: fc.constantFrom('+31612345678', '+31612345678', null),
    phone: fc.constantFrom('+31201234567', null),
    outstandingCents: fc.constantFrom(1250, 1250, null),
  }),
  fields: fc.record({
    plaats: fc.constantFrom('Utrecht', 'Delft'),
    // Where the post brings a letter; without a street it cannot.
    straat: fc.constantFrom('Dam', 'Dam', ''),
    postcode: fc.constant('1012JS'),
    vrij1: fc.constantFrom('', 'A1'),
    niet_bellen_voor: fc.constantFrom('', '', '10:30'),
    niet_bellen_na: fc.constantFrom('', '', '15:00'),
    contactvoorkeur: fc.constantFrom('', '', '', 'email', 'sms', 'post'),
    rechtsvorm: fc.constantFrom('', 'bv'),
    vervaldatum: fc.constantFrom('', '2026-06-01', '2026-10-20'),
  }),
  filter: rarely(
    fc.constantFrom(
      { field: 'plaats', op: 'eq' as const, value: 'Utrecht', type: 'text' as const },
      { field: 'plaats', op: 'eq' as const, variable: 'stad', type: 'text' as const },
      { field: 'vervaldatum', op: 'daysAgo' as const, value: '5', type: 'date' as const },
    ),
  ),
  blacklisted: rarely(fc.constantFrom({ kind: 'email', value: 'jan@example.nl' }, { kind: 'phone', value: '+31612345678' })),
  before: fc.array(
    fc.record({ hoursAgo: fc.integer({ min: 1, max: 200 }), written: fc.boolean(), answered: fc.boolean(), byHand: fc.boolean() }),
    { maxLength: 4 },
  ),
  quietDays: fc.constantFrom(0, 1, 1, 3),
  calls: fc.array(fc.constantFrom<LastAnswer>('mens', 'voicemail', 'niet_opgenomen', 'bezet', 'technisch'), { minLength: 1, maxLength: 4 }),
  paysOnDay: rarely(fc.nat(5)),
})
export type AnyWorld = typeof anyWorld extends fc.Arbitrary<infer World> ? World : never
