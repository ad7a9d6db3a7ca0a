import { expect, test } from 'vitest'
import { ApiFailure } from './api-failure.ts'
import { transportOutcome } from './transport-outcomes.ts'

const here = { requestPath: '/batches', pagePath: '/batches', isOnline: true }
const failure = (status: number, error = 'error.unexpected') => new ApiFailure(status, { error })

test('401 goes to the root, but the sign-in call keeps its own', () => {
  expect(transportOutcome(failure(401), here)).toBe('root')
  expect(transportOutcome(failure(401, 'login.incorrect'), { ...here, requestPath: '/login' })).toBe('pass')
})

test('503 goes to maintenance, and so does no answer while online', () => {
  expect(transportOutcome(failure(503), here)).toBe('maintenance')
  expect(transportOutcome(failure(0), here)).toBe('maintenance')
  expect(transportOutcome(failure(0), { ...here, isOnline: false })).toBe('pass')
})

test('500 notifies, unless one is on the maintenance page', () => {
  expect(transportOutcome(failure(500), here)).toBe('notification')
  expect(transportOutcome(failure(500), { ...here, pagePath: '/maintenance' })).toBe('pass')
})

test('cancelled calls and other refusals pass', () => {
  expect(transportOutcome(new DOMException('', 'AbortError'), here)).toBe('pass')
  expect(transportOutcome(failure(409, 'batch.notOpen'), here)).toBe('pass')
  expect(transportOutcome(failure(503, 'server.busy'), here)).toBe('pass')
})

test('a step of signing in that is asked for has its own screen', () => {
  expect(transportOutcome(failure(403, 'login.twoFactorRequired'), here)).toBe('twoFactor')
  expect(transportOutcome(failure(403, 'login.passwordExpired'), here)).toBe('passwordExpired')
  expect(transportOutcome(failure(403, 'error.rightMissing'), here)).toBe('pass')
})
