import type { ScriptStep } from '@regie/contract/scripts.ts'

/** The demo script is ordinary data; its waits are minutes, so that one sees it work. */
export const demoSteps: ScriptStep[] = [
  { kind: 'payment-link', key: 'betaallink', next: 'herinnering', settings: { validDays: 14 } },
  { kind: 'send-email', key: 'herinnering', next: 'wacht-op-mail', settings: { template: 'herinnering-mail' } },
  { kind: 'wait', key: 'wacht-op-mail', next: 'betaald-na-mail', settings: { minutes: 2 } },
  { kind: 'branch', key: 'betaald-na-mail', next: 'sms', settings: { question: 'paid', answers: { yes: 'klaar-betaald' } } },
  { kind: 'send-sms', key: 'sms', next: 'wacht-op-sms', settings: { template: 'herinnering-sms' } },
  { kind: 'wait', key: 'wacht-op-sms', next: 'betaald-na-sms', settings: { minutes: 2 } },
  { kind: 'branch', key: 'betaald-na-sms', next: 'bellen', settings: { question: 'paid', answers: { yes: 'klaar-betaald' } } },
  {
    kind: 'call',
    key: 'bellen',
    next: 'antwoord',
    settings: { template: 'herinnering-gesprek', voicemail: 'herinnering-voicemail', attemptsMax: 2, retryMinutes: 2 },
  },
  {
    kind: 'branch',
    key: 'antwoord',
    next: 'klaar-zonder-gehoor',
    settings: { question: 'lastAnswer', answers: { mens: 'wacht-op-betaling', mens_onzeker: 'wacht-op-betaling' } },
  },
  { kind: 'wait', key: 'wacht-op-betaling', next: 'betaald-na-gesprek', settings: { minutes: 5 } },
  {
    kind: 'branch',
    key: 'betaald-na-gesprek',
    next: 'klaar-zonder-betaling',
    settings: { question: 'paid', answers: { yes: 'klaar-betaald' } },
  },
  { kind: 'finish', key: 'klaar-betaald', settings: { result: 'BET' } },
  { kind: 'finish', key: 'klaar-zonder-betaling', settings: { result: 'RET' } },
  { kind: 'finish', key: 'klaar-zonder-gehoor', settings: { result: 'MAX' } },
]
