import { Secret, TOTP } from 'otpauth'
import { expect, test } from 'vitest'
import { appUrl, verifyAppCode, newAppKey } from './app-code.ts'

const now = new Date('2026-06-03T09:00:10Z')
const step = Math.floor(now.getTime() / 30_000)
const key = newAppKey()
const fresh = { key, lastStep: null, refusedStep: null }
const codeAt = (steps: number) =>
  new TOTP({ secret: Secret.fromBase32(key), algorithm: 'SHA1', digits: 6, period: 30 }).generate({
    timestamp: now.getTime() + steps * 30_000,
  })

test('the example of RFC 6238 is understood', () => {
  const known = {
    key: new Secret({ buffer: new TextEncoder().encode('12345678901234567890').buffer }).base32,
    lastStep: null,
    refusedStep: null,
  }
  expect(verifyAppCode(known, '287082', new Date(59_000))).toEqual({ is: 'right', step: 1 })
})

test('the codes of now, of just before and of just after count, and no other', () => {
  expect([-1, 0, 1].map((steps) => verifyAppCode(fresh, codeAt(steps), now))).toEqual(
    [-1, 0, 1].map((steps) => ({ is: 'right', step: step + steps })),
  )
  expect([-10, -2, 2, 10].map((steps) => verifyAppCode(fresh, codeAt(steps), now).is)).toEqual(['drift', 'drift', 'drift', 'drift'])
  expect([-11, 11].map((steps) => verifyAppCode(fresh, codeAt(steps), now).is)).toEqual(['wrong', 'wrong'])
})

test('a code counts once, and so none before it', () => {
  const used = { ...fresh, lastStep: step }
  expect([-1, 0, 1].map((steps) => verifyAppCode(used, codeAt(steps), now).is)).toEqual(['wrong', 'wrong', 'right'])
})

test('a code that was given too early does not count when its time is there', () => {
  expect(verifyAppCode({ ...fresh, refusedStep: step }, codeAt(0), now)).toEqual({ is: 'wrong' })
})

test('the QR code names product and user', () => {
  expect(appUrl(key, 'jan & co')).toBe(`otpauth://totp/Regie:jan%20%26%20co?issuer=Regie&secret=${key}&algorithm=SHA1&digits=6&period=30`)
})
