import { expect, test } from 'vitest'
import { loginAddress, redirectTarget } from './login-redirect.ts'

const origin = 'https://regie.example'

test('the wanted path is kept, but not the root', () => {
  expect(loginAddress('/batches/12?tab=cases')).toBe('/login?redirect=%2Fbatches%2F12%3Ftab%3Dcases')
  expect(loginAddress('/')).toBe('/login')
})

test('the wanted path stays through every step, and a step itself is never wanted', () => {
  expect(loginAddress('/batches/12', '/2fa')).toBe('/2fa?redirect=%2Fbatches%2F12')
  expect(loginAddress('/otp?redirect=%2Fbatches', '/login')).toBe('/login')
  expect(loginAddress('/', '/login', { expired: '1' })).toBe('/login?expired=1')
})

test('after signing in one comes where one wanted to go', () => {
  expect(redirectTarget('?redirect=%2Fbatches%2F12%3Ftab%3Dcases', origin)).toBe('/batches/12?tab=cases')
  expect(redirectTarget('', origin)).toBe('/')
})

test.each([
  'https://evil.example/',
  '//evil.example',
  '/\\evil.example',
  '/\t/evil.example',
  'javascript:alert(1)',
  '/login?redirect=/login',
  'batches',
  '/..//evil.example',
  '/2fa',
  '/change/abc',
  '/api/login/sso/1',
])('an address that is not a path of ours leads home: %s', (wanted) => {
  expect(redirectTarget(`?${new URLSearchParams({ redirect: wanted })}`, origin)).toBe('/')
})
