import { expect, test } from 'vitest'
import { hashPassword, isNobodysPassword, isPassword } from './password-hash.ts'

test('a password is known again, another is not', async () => {
  const kept = await hashPassword('Zonnebloem 12 é')
  expect(kept).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect(await isPassword('Zonnebloem 12 é', kept)).toBe(true)
  expect(await isPassword('zonnebloem 12 é', kept)).toBe(false)
})

test('a hash that cannot be read lets nobody in', async () => {
  expect(await isPassword('anything', 'not a hash')).toBe(false)
  expect(await isNobodysPassword('anything')).toBe(false)
})

test('beyond a hundred in line the server says that it is busy', async () => {
  const attempts = Array.from({ length: 140 }, () => isPassword('wrong', 'not a hash').catch((error: unknown) => error))
  const outcomes = await Promise.all(attempts)
  expect(outcomes.filter((outcome) => outcome === false).length).toBeGreaterThanOrEqual(100)
  expect(outcomes).toContainEqual(expect.objectContaining({ code: 'server.busy' }))
  expect(await isPassword('wrong', 'not a hash')).toBe(false)
})
