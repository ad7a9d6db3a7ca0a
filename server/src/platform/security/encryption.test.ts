import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { decrypt, encrypt } from './encryption.ts'
import { hashToken, isSameSecret, newToken } from './secret-token.ts'

const key = randomBytes(32)

test('a sealed secret opens with the same key and purpose only', () => {
  const sealed = encrypt(key, 'wachtwoord van de mailserver €', 'smtp:12')
  expect(sealed.toString('latin1')).not.toContain('wachtwoord')
  expect(decrypt(key, sealed, 'smtp:12')).toBe('wachtwoord van de mailserver €')
  expect(() => decrypt(key, sealed, 'smtp:13')).toThrow()
  expect(() => decrypt(randomBytes(32), sealed, 'smtp:12')).toThrow()
})

test('a sealed secret that was changed does not open', () => {
  const sealed = encrypt(key, 'geheim', 'x')
  sealed.writeUInt8(sealed.readUInt8(sealed.length - 1) ^ 1, sealed.length - 1)
  expect(() => decrypt(key, sealed, 'x')).toThrow()
})

test('tokens differ, and are recognised by their hash', () => {
  const token = newToken()
  expect(token).toMatch(/^[\w-]{22}$/)
  expect(newToken()).not.toBe(token)
  expect(isSameSecret(hashToken(token), hashToken(token))).toBe(true)
  expect(isSameSecret('short', 'longer than that')).toBe(false)
})
