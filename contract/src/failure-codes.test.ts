import { expect, test } from 'vitest'
import type { Channel } from './channels.ts'
import { causesOfChannel } from './failure-causes.ts'
import { readFailure } from './failure-codes.ts'

const read = (channel: Channel, reason: string, provider = '') => {
  const found = readFailure(channel, reason, provider)
  return found === null ? null : `${found.code} ${found.cause}`
}

test.each([
  ['550 5.1.1 No such user', '5.1.1 mailboxUnknown'],
  ['5.1.1 The mailbox does not exist (simulated)', '5.1.1 mailboxUnknown'],
  ['smtp; 552 5.2.2 Over quota', '5.2.2 mailboxFull'],
  ['451 4.3.2 Try again later', '4.3.2 receiverDown'],
  ['550 5.7.515 Access denied, sending domain does not pass', '5.7.515 senderUnproven'],
  ['550 5.7.606 Access denied, banned sending IP', '5.7.606 senderBlocked'],
  ['550 5.4.1 Recipient address rejected: Access denied', '5.4.1 mailboxUnknown'],
  ['552 message size exceeds limit', '552 mailboxFull'],
  ['535 Authentication failed', '535 signInFailed'],
  ['550 5.9.9 Something of their own', '5.9.9 null'],
  ['599 nonsense', '599 null'],
  ['blacklisted', null],
  ['fileGone A file of this mail is gone', 'fileGone fileGone'],
  ['connection timed out', null],
])('e-mail: %s', (reason, expected) => expect(read('email', reason)).toBe(expected))

test.each([
  ['0x0B INVDSTADR', 'smpp', '0x0B numberInvalid'],
  ['0x00000058', 'smpp', '0x58 tooMany'],
  ['0x1F7', 'smpp', '0x1F7 null'],
  ['ESME_RTHROTTLED', 'smpp', 'THROTTLED tooMany'],
  ['UNDELIV', 'smpp', 'UNDELIV operatorRefused'],
  ['id:1 sub:001 stat:EXPIRED err:000', 'smpp', 'EXPIRED expired'],
  ['absentSubscriber', 'simulated-sms', 'absentSubscriber phoneOff'],
  ['30005 Unknown destination handset', 'twilio', '30005 numberInvalid'],
  ['21610', 'twilio', '21610 blockedByReceiver'],
  ['delivery_failed 1', 'messagebird', '1 numberUnknown'],
  ['2 Request not allowed', 'messagebird', '2 signInFailed'],
  ['301', 'cm', '301 numberInvalid'],
  ['expired', 'messagebird', 'expired expired'],
  ['caseClosed', 'cm', null],
])('SMS: %s by %s', (reason, provider, expected) => expect(read('sms', reason, provider)).toBe(expected))

test.each([
  ['131026 Message undeliverable', '131026 noWhatsApp'],
  ['131047', '131047 windowClosed'],
  ['132015 Template is paused', '132015 templatePaused'],
  ['463 WhatsApp refuses it', '463 newContactsHeld'],
  ['notOnWhatsapp WhatsApp refuses it', 'notOnWhatsapp noWhatsApp'],
  ['textsOnly A paired number carries texts alone', 'textsOnly mediaUnfit'],
  ['fileGone The file with which the text begins is gone', 'fileGone fileGone'],
  ['999999 New', '999999 null'],
  ['noMobile', null],
])('WhatsApp: %s', (reason, expected) => expect(read('whatsapp', reason)).toBe(expected))

test.each([
  ['486 Busy Here', '486 busy'],
  ['404 Not Found', '404 numberUnknown'],
  ['17', '17 busy'],
  ['sip 603 Decline', '603 callRefused'],
  ['hungUp', null],
])('a call: %s', (reason, expected) => expect(read('call', reason)).toBe(expected))

test('a long text of a provider costs no more than its beginning', () => {
  // Of the processor: how busy the machine is says nothing.
  const began = process.threadCpuUsage()
  for (const piece of ['5.', '(', 'a_', '0x', 'A_', ' ']) readFailure('email', piece.repeat(200_000))
  for (const piece of ['5.', '(', 'a_', '0x', 'A_', ' ']) readFailure('sms', piece.repeat(200_000))
  const { user, system } = process.threadCpuUsage(began)
  expect((user + system) / 1_000).toBeLessThan(200)
})

test('a cause is offered for the channels by which it can happen', () => {
  expect(causesOfChannel('sms')).toContain('numberUnknown')
  expect(causesOfChannel('sms')).not.toContain('mailboxUnknown')
  expect(causesOfChannel('email')).not.toContain('noWhatsApp')
  expect(causesOfChannel('email')).toContain('mailboxFull')
  expect(causesOfChannel('call')).toContain('noAnswer')
  expect(causesOfChannel('email')).not.toContain('fileGone')
  for (const channel of ['call', 'email', 'sms', 'whatsapp'] as const) expect(causesOfChannel(channel)).toContain('providerTrouble')
})
