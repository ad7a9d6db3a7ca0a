import type { Channel } from './channels.ts'

/** What staff can do about a message that did not arrive. */
const failureActions = [
  'retryLater',
  'otherChannel',
  'otherNumber',
  'correctAddress',
  'listAddress',
  'changeText',
  'checkProvider',
] as const
export type FailureAction = (typeof failureActions)[number]

/** Why a message or call did not arrive, with what can be done about it, the best first. */
export const failureCauses = {
  mailboxUnknown: ['correctAddress', 'otherChannel', 'listAddress'],
  domainUnknown: ['correctAddress', 'otherChannel', 'listAddress'],
  addressMalformed: ['correctAddress', 'otherChannel'],
  mailboxMoved: ['correctAddress', 'otherChannel'],
  mailboxDisabled: ['otherChannel', 'listAddress'],
  mailboxFull: ['retryLater', 'otherChannel'],
  messageTooLarge: ['changeText', 'otherChannel'],
  listTrouble: ['correctAddress', 'otherChannel'],
  receiverBusy: ['retryLater'],
  receiverDown: ['retryLater', 'otherChannel'],
  notReached: ['retryLater', 'correctAddress'],
  mailLoop: ['correctAddress', 'otherChannel'],
  protocolTrouble: ['checkProvider', 'retryLater'],
  contentRefused: ['changeText', 'otherChannel'],
  looksLikeSpam: ['checkProvider', 'changeText', 'otherChannel'],
  senderUnproven: ['checkProvider'],
  senderBlocked: ['checkProvider', 'otherChannel'],
  notAllowed: ['otherChannel', 'checkProvider'],
  encryptionMissing: ['checkProvider'],
  signInFailed: ['checkProvider'],
  tooMany: ['retryLater', 'checkProvider'],
  numberUnknown: ['otherNumber', 'otherChannel', 'listAddress'],
  numberInvalid: ['otherNumber', 'otherChannel'],
  numberChanged: ['otherNumber', 'otherChannel'],
  phoneOff: ['retryLater', 'otherChannel'],
  landline: ['otherNumber', 'otherChannel'],
  operatorRefused: ['otherChannel', 'checkProvider'],
  blockedByReceiver: ['otherChannel', 'listAddress'],
  expired: ['retryLater', 'otherChannel'],
  senderRefused: ['checkProvider'],
  noCredit: ['checkProvider'],
  providerTrouble: ['retryLater', 'checkProvider'],
  regionRefused: ['checkProvider', 'otherChannel'],
  noWhatsApp: ['otherChannel', 'otherNumber'],
  windowClosed: ['changeText', 'otherChannel'],
  heldBack: ['otherChannel', 'retryLater'],
  newContactsHeld: ['otherChannel', 'retryLater', 'checkProvider'],
  templateUnfit: ['changeText', 'checkProvider'],
  templatePaused: ['changeText', 'otherChannel'],
  accountBlocked: ['checkProvider'],
  mediaUnfit: ['changeText'],
  fileGone: ['changeText', 'otherChannel'],
  busy: ['retryLater', 'otherChannel'],
  noAnswer: ['retryLater', 'otherChannel'],
  callRefused: ['retryLater', 'otherChannel'],
  networkBusy: ['retryLater'],
} as const satisfies Record<string, readonly FailureAction[]>
export type FailureCause = keyof typeof failureCauses
export const failureCauseNames = Object.keys(failureCauses) as [FailureCause, ...FailureCause[]]

// What can happen by some channels only; any other cause by all.
const ofMail: readonly Channel[] = ['email']
const ofNumbers: readonly Channel[] = ['call', 'sms', 'whatsapp']
const ofWhatsApp: readonly Channel[] = ['whatsapp']
const ofCalls: readonly Channel[] = ['call']
const ofMailAndCalls: readonly Channel[] = ['email', 'call']
const ofTexts: readonly Channel[] = ['sms', 'whatsapp']
const channelsOfCause: Partial<Record<FailureCause, readonly Channel[]>> = {
  ...{ mailboxUnknown: ofMail, domainUnknown: ofMail, addressMalformed: ofMail, mailboxMoved: ofMail, mailboxDisabled: ofMail },
  ...{ mailboxFull: ofMail, listTrouble: ofMail, mailLoop: ofMailAndCalls, looksLikeSpam: ofMail },
  ...{ numberUnknown: ofNumbers, numberInvalid: ofNumbers, numberChanged: ofNumbers, phoneOff: ofNumbers, operatorRefused: ofNumbers },
  ...{ landline: ofTexts, noWhatsApp: ofWhatsApp, windowClosed: ofWhatsApp, newContactsHeld: ofWhatsApp },
  ...{ templateUnfit: ofWhatsApp, templatePaused: ofWhatsApp, noAnswer: ofCalls, callRefused: ofCalls, busy: ofCalls },
  // No provider says it: nobody explains a code of theirs by it.
  fileGone: [],
}

/** Why a message or call by this channel may not have arrived. */
export const causesOfChannel = (channel: Channel): FailureCause[] =>
  failureCauseNames.filter((cause) => channelsOfCause[cause]?.includes(channel) ?? true)
