import { expect, test, vi } from 'vitest'
import { ApiFailure } from './api-failure.ts'
import { followTransportOutcomes, notifyOutcome, type TransportOutcome, transportOutcome } from './transport-outcomes.ts'

const here = { requestPath: '/batches', pagePath: '/batches', isOnline: true, isLeaving: false }
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

test('requests that end because the page goes lead nowhere, and those of a page that came back do', () => {
  const followed: TransportOutcome[] = []
  const page = new EventTarget()
  vi.stubGlobal('location', { pathname: '/batches' })
  vi.stubGlobal('navigator', { onLine: true })
  followTransportOutcomes((outcome) => followed.push(outcome), page)
  page.dispatchEvent(new Event('pagehide'))
  notifyOutcome(failure(0), '/batches')
  expect(followed).toEqual([])
  page.dispatchEvent(new Event('pageshow'))
  notifyOutcome(failure(0), '/batches')
  expect(followed).toEqual(['maintenance'])
  // The requests are cut before the page is hidden; and who was asked whether to go may stay.
  vi.useFakeTimers()
  page.dispatchEvent(new Event('beforeunload'))
  notifyOutcome(failure(0), '/batches')
  expect(followed).toHaveLength(1)
  vi.advanceTimersByTime(6000)
  notifyOutcome(failure(0), '/batches')
  expect(followed).toHaveLength(2)
  vi.useRealTimers()
  vi.unstubAllGlobals()
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
