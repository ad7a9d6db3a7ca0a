import type { Channel } from './channels.ts'
import type { FailureCause } from './failure-causes.ts'

type Codes = Partial<Record<FailureCause, string>>

const byCode = (codes: Codes): ReadonlyMap<string, FailureCause> =>
  new Map(Object.entries(codes).flatMap(([cause, list]) => list.split(' ').map((code) => [code, cause as FailureCause] as const)))

// RFC 3463 and IANA's list of enhanced status codes, without the class; those of the large receivers stand below with it.
const mailDetails = byCode({
  addressMalformed: '1.3 1.5 5.0 6.7 6.9',
  mailboxUnknown: '1.0 1.1 1.4 2.0',
  domainUnknown: '1.2 1.10',
  mailboxMoved: '1.6',
  senderUnproven: '1.7 1.8 7.16 7.20 7.21 7.22 7.23 7.24 7.25 7.26 7.27 7.29 7.30',
  mailboxDisabled: '1.9 2.1',
  mailboxFull: '2.2 3.1',
  messageTooLarge: '2.3 3.4',
  listTrouble: '2.4 7.2',
  receiverDown: '3.0 3.2 3.3 3.5 4.1',
  notReached: '4.0 4.2 4.3 4.4',
  receiverBusy: '3.6 4.5 7.12',
  mailLoop: '4.6',
  expired: '4.7',
  protocolTrouble: '5.1 5.2 5.4 5.5 5.6 7.5 7.6',
  tooMany: '5.3 7.28',
  contentRefused: '6.0 6.1 6.2 6.3 6.4 6.5 6.6 6.8 6.10',
  notAllowed: '7.0 7.1 7.3 7.15 7.17 7.18 7.19',
  encryptionMissing: '7.4 7.10 7.11',
  signInFailed: '7.8 7.9 7.13 7.14',
  looksLikeSpam: '7.7',
})
const mailWhole = byCode({
  senderUnproven: '5.7.515 5.7.509 5.7.57 5.7.54',
  senderBlocked: '5.7.606 5.7.607 5.7.649 5.7.511 5.7.350 5.7.705 5.7.708',
  looksLikeSpam: '5.7.750 5.7.512 5.7.998 5.7.999',
  tooMany: '5.7.232 5.7.233 5.2.121 4.7.500 4.7.650',
  notAllowed: '5.7.124 5.7.133 5.7.134',
  mailboxUnknown: '5.4.1',
  receiverBusy: '4.7.0 4.7.1 4.2.0',
  notReached: '5.4.312 5.4.316 4.4.316',
  mailboxDisabled: '5.2.0',
})
const mailReplies = byCode({
  receiverBusy: '421 450 451 454',
  mailboxFull: '452 552',
  protocolTrouble: '455 500 501 502 503 504 555',
  encryptionMissing: '523 530 538',
  signInFailed: '432 534 535',
  mailboxUnknown: '550',
  notAllowed: '551 554 556',
  addressMalformed: '510 511 553',
  domainUnknown: '512',
})

// SMPP 3.4, 5.1.3: the status of a command, by its number and by its name without ESME_R; and the states of a receipt.
const smppNumbers: Readonly<Record<number, FailureCause>> = {
  ...{ 1: 'messageTooLarge', 2: 'protocolTrouble', 3: 'protocolTrouble', 4: 'signInFailed', 5: 'signInFailed', 6: 'protocolTrouble' },
  ...{ 7: 'protocolTrouble', 8: 'providerTrouble', 10: 'senderRefused', 11: 'numberInvalid', 12: 'protocolTrouble', 13: 'signInFailed' },
  ...{ 14: 'signInFailed', 15: 'signInFailed', 17: 'providerTrouble', 19: 'providerTrouble', 20: 'tooMany', 21: 'protocolTrouble' },
  ...{ 51: 'protocolTrouble', 52: 'protocolTrouble', 64: 'numberInvalid', 66: 'protocolTrouble', 67: 'protocolTrouble' },
  ...{ 68: 'protocolTrouble', 69: 'operatorRefused', 72: 'senderRefused', 73: 'senderRefused', 80: 'numberInvalid', 81: 'numberInvalid' },
  ...{ 83: 'protocolTrouble', 84: 'providerTrouble', 85: 'protocolTrouble', 88: 'tooMany', 97: 'protocolTrouble', 98: 'protocolTrouble' },
  ...{ 99: 'protocolTrouble', 100: 'providerTrouble', 101: 'providerTrouble', 102: 'operatorRefused', 103: 'providerTrouble' },
  ...{ 192: 'protocolTrouble', 193: 'protocolTrouble', 194: 'protocolTrouble', 195: 'protocolTrouble', 196: 'protocolTrouble' },
  ...{ 254: 'notReached', 255: 'providerTrouble' },
}
const smppWords = byCode({
  messageTooLarge: 'INVMSGLEN',
  protocolTrouble: 'INVCMDLEN INVCMDID INVPRTFLG INVREGDLVFLG INVSERTYP INVNUMDESTS INVDLNAME INVDESTFLAG INVESMCLASS INVSCHED INVEXPIRY',
  signInFailed: 'INVBNDSTS ALYBND BINDFAIL INVPASWD INVSYSID',
  providerTrouble: 'SYSERR CANCELFAIL REPLACEFAIL UNKNOWNERR QUERYFAIL X_T_APPN X_P_APPN',
  senderRefused: 'INVSRCADR INVSRCTON INVSRCNPI',
  numberInvalid: 'INVDSTADR INVDSTTON INVDSTNPI CNTSUBDL',
  tooMany: 'MSGQFUL THROTTLED',
  operatorRefused: 'SUBMITFAIL X_R_APPN REJECTD UNDELIV DELETED',
  expired: 'EXPIRED',
  numberUnknown: 'UNKNOWNSUBSCRIBER',
  phoneOff: 'ABSENTSUBSCRIBER',
})

// Five figures are Twilio's.
const twilio = byCode({
  numberInvalid: '21211 21217 21401 21421 21614 30005 21612',
  senderRefused: '21212 21603 21606 21611 21659 30038 30024',
  blockedByReceiver: '21610 30004',
  phoneOff: '30003',
  landline: '30006',
  contentRefused: '30007 30019 21617 21619 21602',
  operatorRefused: '30008 30023 30044 30410',
  tooMany: '20429 30001 30022 14107',
  accountBlocked: '30002 20005',
  providerTrouble: '20500 20503 30009 30010',
  regionRefused: '21408 21215 60605',
  senderUnproven: '30032 30034 30035',
  signInFailed: '20003 20404',
  noCredit: '30018',
  expired: '30036',
})
// MessageBird's (Bird) errors of a message, and of a request; CM's by the numbers of its gateway.
const messageBird = byCode({
  signInFailed: '2 101',
  protocolTrouble: '9 10 20 21',
  noCredit: '25',
  providerTrouble: '98 99 106 107',
  numberUnknown: '1 5',
  phoneOff: '4 6 8 102 32',
  operatorRefused: '3 7 11 12 13 14 29 33 104',
  blockedByReceiver: '103 105',
  expired: '31',
})
const cm = byCode({
  signInFailed: '101 102 103 104',
  noCredit: '201',
  numberInvalid: '301 303 304',
  senderRefused: '302 305',
  contentRefused: '401 402 403',
  tooMany: '405',
  providerTrouble: '500 999',
})
const meta = byCode({
  signInFailed: '0 190',
  notAllowed: '3 10 200 131005',
  tooMany: '4 80007 130429 131048 131056 133016',
  providerTrouble: '1 2 131000 131016 131057 133004 135000 130497',
  noWhatsApp: '131026 131052 130472',
  windowClosed: '131047',
  heldBack: '131049',
  blockedByReceiver: '131050',
  numberInvalid: '131030 131021 131045 133010',
  protocolTrouble: '33 100 131008 131009',
  noCredit: '131042',
  accountBlocked: '368 131031 130403',
  mediaUnfit: '131051 131053',
  templateUnfit: '132000 132001 132005 132012 132018',
  contentRefused: '132007',
  templatePaused: '132015 132016 132068 132069',
})
// A paired number: what WhatsApp answers to a message, and the words of our own program. The number holds no meaning for Meta.
const paired = byCode({
  newContactsHeld: '463',
  noWhatsApp: 'notOnWhatsapp',
  mediaUnfit: 'textsOnly',
})
// What we say ourselves of a message that we keep back.
const ours = byCode({ fileGone: 'fileGone' })
// The answer to an INVITE (RFC 3261) and, below 200, the cause of a release (Q.850).
const sip = byCode({
  numberUnknown: '404 604 1 2 3',
  numberInvalid: '484 416 28 485',
  numberChanged: '410 301 302 22',
  busy: '486 600 17',
  noAnswer: '408 480 18 19 487',
  callRefused: '603 607 21 608',
  phoneOff: '20 27 430',
  networkBusy: '34 38 41 42 44 47 58',
  senderRefused: '403 57 128',
  signInFailed: '401 407 423',
  protocolTrouble: '400 405 406 415 420 421 488 606 65 79 88 95 96 97 98 99 100 101 111',
  providerTrouble: '500 501 502 503 504 505 513 580 63 69 127',
  mailLoop: '482 483 25',
})

/** The code within what a provider said, as the work list names it, with its cause where we know it. */
export type ReadFailure = { code: string; cause: FailureCause | null }

const wordPattern = /^(?:ESME_R)?([A-Z][A-Z_]{3,20})\b/
const enhancedPattern = /(?:^|[\s#;(])([245])\.(\d{1,3}\.\d{1,3})\b/

function readMail(text: string): ReadFailure | null {
  const found = enhancedPattern.exec(text)
  if (found) {
    const [, kind = '', detail = ''] = found
    const code = `${kind}.${detail}`
    return { code, cause: mailWhole.get(code) ?? (kind === '4' && detail === '1.1' ? 'receiverBusy' : (mailDetails.get(detail) ?? null)) }
  }
  const [, reply] = /^([245]\d\d)\b/.exec(text) ?? []
  return reply === undefined ? null : { code: reply, cause: mailReplies.get(reply) ?? null }
}

function readSms(text: string, provider: string): ReadFailure | null {
  const [, hex] = /^(?:smpp )?0x0*([0-9a-f]{1,8})\b/i.exec(text) ?? []
  if (hex !== undefined) return { code: `0x${hex.toUpperCase().padStart(2, '0')}`, cause: smppNumbers[Number.parseInt(hex, 16)] ?? null }
  const [, name] = /\bstat:([A-Z]{5,8})\b/.exec(text) ?? wordPattern.exec(text) ?? []
  if (name !== undefined) return { code: name, cause: smppWords.get(name) ?? null }
  const [, camel] = /^(absentSubscriber|unknownSubscriber)\b/.exec(text) ?? []
  if (camel !== undefined) return { code: camel, cause: smppWords.get(camel.toUpperCase()) ?? null }
  const [, number] = /^(?:[a-z_]+[ :])?(\d{1,5})\b/i.exec(text) ?? []
  if (number === undefined) return readState(text)
  if (number.length === 5) return { code: number, cause: twilio.get(number) ?? null }
  if (/messagebird|bird/i.test(provider)) return { code: number, cause: messageBird.get(number) ?? null }
  if (/smpp/i.test(provider)) return { code: number, cause: smppNumbers[Number(number)] ?? null }
  return { code: number, cause: cm.get(number) ?? null }
}

// What a provider reports that gives no code.
const states = byCode({ expired: 'expired', operatorRefused: 'undelivered failed delivery_failed rejected' })

function readState(text: string): ReadFailure | null {
  const [state = ''] = /^[a-z_]+/.exec(text) ?? []
  const cause = states.get(state)
  return cause === undefined ? null : { code: state, cause }
}

function readNumber(text: string, codes: ReadonlyMap<string, FailureCause>): ReadFailure | null {
  const [, number] = /^(?:[a-z]+[ :])?(\d{1,6})\b/i.exec(text) ?? []
  return number === undefined ? null : { code: number, cause: codes.get(number) ?? null }
}

function readOwn(text: string): ReadFailure | null {
  const [word = ''] = /^[A-Za-z]+\b/.exec(text) ?? []
  const cause = ours.get(word)
  return cause === undefined ? null : { code: word, cause }
}

function readWhatsapp(text: string): ReadFailure | null {
  const [word = ''] = /^[A-Za-z]+\b/.exec(text) ?? []
  const cause = paired.get(word)
  if (cause !== undefined) return { code: word, cause }
  const found = readNumber(text, meta)
  return found && { ...found, cause: found.cause ?? paired.get(found.code) ?? null }
}

/**
 * Reads the code of a provider in why a message failed. Null: it holds none, as where the reason is one of our own words. `provider` is the adapter that
 * carried it: two providers may mean different things by one number.
 */
export function readFailure(channel: Channel, reason: string, provider = ''): ReadFailure | null {
  const text = reason.slice(0, 500).trim()
  const own = readOwn(text)
  if (own !== null) return own
  if (channel === 'email') return readMail(text)
  if (channel === 'sms') return readSms(text, provider)
  return channel === 'whatsapp' ? readWhatsapp(text) : readNumber(text, sip)
}
