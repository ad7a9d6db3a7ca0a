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

/** By the words on its buttons in each language, as the person reads them, where a press leads. */
const pressed = {
  'Bel mij terug': 'bellen',
  'Call me back': 'bellen',
  'Rappelez-moi': 'bellen',
  'Ik betaal vandaag': 'wacht-op-betaling',
  'I will pay today': 'wacht-op-betaling',
  'Je paie aujourd’hui': 'wacht-op-betaling',
  'Stuur mij een e-mail': 'mail',
  'Send me an e-mail': 'mail',
  'Envoyez un e-mail': 'mail',
}

// The debt is named to whoever showed who they are alone; the first text says who calls, and about which case.
const callWithKeys: Extract<ScriptStep, { kind: 'call' }>['settings'] = {
  ...{ template: 'keuze-gesprek', voicemail: 'herinnering-voicemail', attemptsMax: 2, retryMinutes: 2 },
  identity: { template: 'vordering-gesprek', tries: 2, failed: 'klaar-zonder-betaling' },
  menu: {
    keys: [
      { key: '1', name: 'Betaallink per sms', act: 'goTo', next: 'sms-na-gesprek' },
      { key: '2', name: 'Medewerker', act: 'agent' },
      { key: '3', name: 'Manieren van betalen', act: 'hear', template: 'betaalwijzen-gesprek' },
      { key: '9', name: 'Dat ben ik niet', act: 'wrongPerson', next: 'klaar-zonder-betaling' },
      { key: '*', name: 'Nog eens', act: 'repeat' },
    ],
    ...{ waitSeconds: 6, wrongMax: 2, none: 'klaar-zonder-betaling' },
  },
}

/**
 * A script that writes by WhatsApp first, and goes on by the button that the person presses; whoever presses none gets an SMS. Whoever has not
 * paid then is called, shows who they are, and chooses by a key; a letter is the last that they get.
 */
export const whatsappSteps: ScriptStep[] = [
  { kind: 'payment-link', key: 'betaallink', next: 'whatsapp', settings: { validDays: 14 } },
  { kind: 'send-whatsapp', key: 'whatsapp', next: 'wacht-op-whatsapp', settings: { template: 'herinnering-whatsapp' } },
  { kind: 'wait', key: 'wacht-op-whatsapp', next: 'betaald-na-whatsapp', settings: { minutes: 3 } },
  { kind: 'branch', key: 'betaald-na-whatsapp', next: 'keuze', settings: { question: 'paid', answers: { yes: 'klaar-betaald' } } },
  // Only to who wrote within a day: WhatsApp takes a text of our own from nobody else, and the step is passed over.
  { kind: 'send-whatsapp', key: 'keuze', name: 'WhatsApp met knoppen', next: 'wacht-op-keuze', settings: { template: 'keuze-whatsapp' } },
  { kind: 'wait', key: 'wacht-op-keuze', name: 'Wacht op knop', next: 'gekozen', settings: { minutes: 4 } },
  { kind: 'branch', key: 'gekozen', name: 'Welke knop?', next: 'sms', settings: { question: 'pressed', answers: pressed } },
  {
    kind: 'call',
    key: 'bellen',
    next: 'wacht-op-betaling',
    settings: { template: 'herinnering-gesprek', voicemail: 'herinnering-voicemail', attemptsMax: 2, retryMinutes: 2 },
  },
  { kind: 'send-email', key: 'mail', next: 'wacht-op-betaling', settings: { template: 'herinnering-mail' } },
  { kind: 'send-sms', key: 'sms', next: 'wacht-op-betaling', settings: { template: 'herinnering-sms' } },
  { kind: 'wait', key: 'wacht-op-betaling', next: 'betaald-op-het-eind', settings: { minutes: 5 } },
  {
    kind: 'branch',
    key: 'betaald-op-het-eind',
    next: 'keuzegesprek',
    settings: { question: 'paid', answers: { yes: 'klaar-betaald' } },
  },
  { kind: 'call', key: 'keuzegesprek', name: 'Bellen met keuzemenu', next: 'wacht-na-gesprek', settings: callWithKeys },
  {
    kind: 'send-sms',
    key: 'sms-na-gesprek',
    name: 'Betaallink per sms',
    next: 'wacht-na-gesprek',
    settings: { template: 'betaallink-sms' },
  },
  { kind: 'wait', key: 'wacht-na-gesprek', next: 'betaald-na-gesprek', settings: { minutes: 5 } },
  {
    kind: 'branch',
    key: 'betaald-na-gesprek',
    next: 'brief',
    settings: { question: 'paid', answers: { yes: 'klaar-betaald' } },
  },
  {
    ...{ kind: 'send-letter', key: 'brief', name: 'Herinnering per brief', next: 'klaar-zonder-betaling' },
    settings: { template: 'herinnering-brief' },
  },
  { kind: 'finish', key: 'klaar-betaald', settings: { result: 'BET' } },
  { kind: 'finish', key: 'klaar-zonder-betaling', settings: { result: 'RET' } },
]
