import { expect, test } from 'vitest'
import { isDeadAddress, statusIn } from './dead-address.ts'

test.each([
  ['550 5.1.1 No such user', true],
  ['5.1.1 The email account that you tried to reach does not exist', true],
  ['550 5.1.10 RESOLVER.ADR.RecipientNotFound', true],
  ['5.1.2 Host unknown', true],
  ['550 #5.1.0 Address rejected', false],
  ['552 5.2.2 Mailbox full', false],
  ['550 5.7.1 Blocked by policy', false],
  ['451 4.7.1 Greylisted', false],
  ['550 no such user', false],
  ['', false],
])('%s: dead %s', (words, isDead) => expect(isDeadAddress(statusIn(words))).toBe(isDead))
