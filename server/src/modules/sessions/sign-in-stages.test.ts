import { expect, test } from 'vitest'
import { nextStage, stepOf } from './sign-in-stages.ts'

const facts = { methods: [], isExpired: false, enforces: false }

test.each([
  [facts, false, 'full'],
  [{ ...facts, methods: ['app' as const] }, false, 'otp'],
  [{ methods: ['app' as const], isExpired: true, enforces: true }, false, 'otp'],
  [{ methods: ['app' as const], isExpired: true, enforces: true }, true, 'passwordExpired'],
  [{ methods: ['app' as const], isExpired: false, enforces: true }, true, 'full'],
  [{ ...facts, isExpired: true, enforces: true }, false, 'passwordExpired'],
  [{ ...facts, enforces: true }, false, '2faSetup'],
  // The provider of single sign-on vouched for one.
  [{ ...facts, enforces: true }, true, 'full'],
] as const)('%j, factor given %s: %s', (given, factorGiven, stage) => {
  expect(nextStage({ ...given, methods: [...given.methods] }, { factorGiven })).toBe(stage)
})

test('only who must give a code hears by what', () => {
  expect(stepOf('otp', ['app', 'sms'])).toEqual({ next: 'otp', methods: ['app', 'sms'] })
  expect(stepOf('2faSetup', [])).toEqual({ next: '2fa_setup' })
  expect(stepOf('passwordExpired', ['app'])).toEqual({ next: 'password_expired' })
})
