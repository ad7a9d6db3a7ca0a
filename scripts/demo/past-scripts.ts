import type { ScriptStep } from '@regie/contract/scripts.ts'

const days = (count: number) => count * 24 * 60
const paid = { question: 'paid', answers: { yes: 'klaar-betaald' } } as const

/** The script of the batches of the demo's past: it waits for days, as a real one does. */
export const pastSteps: ScriptStep[] = [
  {
    ...{ kind: 'branch', key: 'wil-post', name: 'Wil post?', next: 'betaallink' },
    settings: { question: 'field', key: 'contactvoorkeur', answers: { post: 'brief' } },
  },
  { kind: 'payment-link', key: 'betaallink', next: 'eerste-herinnering', settings: { validDays: 30 } },
  { kind: 'send-email', key: 'eerste-herinnering', next: 'wacht-een-week', settings: { template: 'herinnering-mail' } },
  { kind: 'wait', key: 'wacht-een-week', next: 'betaald-na-mail', settings: { minutes: days(7) } },
  { kind: 'branch', key: 'betaald-na-mail', next: 'sms-of-bellen', settings: paid },
  {
    ...{ kind: 'split', key: 'sms-of-bellen', name: 'Eerst sms of meteen bellen' },
    settings: {
      variants: [
        { key: 'a', name: 'Eerst een sms', percent: 50, next: 'sms' },
        { key: 'b', name: 'Meteen bellen', percent: 50, next: 'bellen' },
      ],
      plan: { paidPercent: 20, differencePoints: 10 },
    },
  },
  { kind: 'send-sms', key: 'sms', next: 'wacht-op-sms', settings: { template: 'herinnering-sms' } },
  { kind: 'wait', key: 'wacht-op-sms', next: 'betaald-na-sms', settings: { minutes: days(5) } },
  { kind: 'branch', key: 'betaald-na-sms', next: 'bellen', settings: paid },
  {
    kind: 'call',
    key: 'bellen',
    next: 'wacht-op-betaling',
    settings: { template: 'herinnering-gesprek', voicemail: 'herinnering-voicemail', attemptsMax: 3, retryMinutes: days(1) },
  },
  { kind: 'wait', key: 'wacht-op-betaling', next: 'betaald-na-gesprek', settings: { minutes: days(5) } },
  { kind: 'branch', key: 'betaald-na-gesprek', next: 'whatsapp', settings: paid },
  { kind: 'send-whatsapp', key: 'whatsapp', next: 'wacht-op-whatsapp', settings: { template: 'herinnering-whatsapp' } },
  { kind: 'wait', key: 'wacht-op-whatsapp', next: 'betaald-na-whatsapp', settings: { minutes: days(4) } },
  { kind: 'branch', key: 'betaald-na-whatsapp', next: 'laatste-herinnering', settings: paid },
  { kind: 'send-email', key: 'laatste-herinnering', next: 'wacht-twee-weken', settings: { template: 'laatste-herinnering-mail' } },
  { kind: 'wait', key: 'wacht-twee-weken', next: 'betaald-op-het-eind', settings: { minutes: days(14) } },
  { kind: 'branch', key: 'betaald-op-het-eind', next: 'klaar-zonder-betaling', settings: paid },
  {
    ...{ kind: 'send-letter', key: 'brief', name: 'Herinnering per brief', next: 'wacht-op-brief' },
    settings: { template: 'herinnering-brief' },
  },
  { kind: 'wait', key: 'wacht-op-brief', next: 'betaald-na-brief', settings: { minutes: days(16) } },
  { kind: 'branch', key: 'betaald-na-brief', next: 'klaar-zonder-betaling', settings: paid },
  { kind: 'finish', key: 'klaar-betaald', settings: { result: 'BET' } },
  { kind: 'finish', key: 'klaar-zonder-betaling', settings: { result: 'RET' } },
]

/** Who did the work of the past; nobody signs in by these names. */
export const pastColleagues = [
  { username: 'amira', firstName: 'Amira', lastName: 'Haddad', groups: ['Medewerker'] },
  { username: 'joost', firstName: 'Joost', lastName: 'Kramer', groups: ['Medewerker'] },
  { username: 'lisa', firstName: 'Lisa', lastName: 'Verhoeven', groups: ['Medewerker'] },
  { username: 'sven', firstName: 'Sven', lastName: 'Bouma', groups: ['Teamleider'] },
].map((colleague) => ({ ...colleague, email: `${colleague.username}@collega.demo.example` }))
