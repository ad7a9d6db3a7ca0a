import { readdirSync, readFileSync } from 'node:fs'
import { getPriority } from 'node:os'
import { expect, test } from 'vitest'
import { hashPassword, verifyNobody, verifyPassword } from './password-hash.ts'

test('a password is known again, another is not', async () => {
  const kept = await hashPassword('Zonnebloem 12 é')
  expect(kept).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect(await verifyPassword(kept, 'Zonnebloem 12 é')).toBe(true)
  expect(await verifyPassword(kept, 'zonnebloem 12 é')).toBe(false)
})

test('a hash that cannot be read lets nobody in', async () => {
  expect(await verifyPassword('not a hash', 'anything')).toBe(false)
  expect(await verifyNobody('anything')).toBe(false)
})

test('beyond a hundred in line the server says that it is busy', async () => {
  const attempts = Array.from({ length: 140 }, () => verifyPassword('not a hash', 'wrong').catch((error: unknown) => error))
  const outcomes = await Promise.all(attempts)
  expect(outcomes.filter((outcome) => outcome === false).length).toBeGreaterThanOrEqual(100)
  expect(outcomes).toContainEqual(expect.objectContaining({ code: 'server.busy' }))
  expect(await verifyPassword('not a hash', 'wrong')).toBe(false)
})

test('whoever checks a password keeps answering others, and hashing has the lower priority', async () => {
  const priorities = () =>
    readdirSync('/proc/self/task').map((thread) => {
      const stat = readFileSync(`/proc/self/task/${thread}/stat`, 'utf8')
      return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[16])
    })
  const before = getPriority()
  await hashPassword('Zonnebloem 12')
  expect(getPriority()).toBe(before)
  if (process.platform === 'linux') expect(priorities()).toContain(Math.max(before, 10))
})
