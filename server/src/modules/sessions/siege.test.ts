import { afterEach, beforeEach, expect, test } from 'vitest'
import { openTestApp, type TestApp } from '../../../test/open-test-app.ts'
import { readPost } from '../../../test/run-jobs.ts'
import { signIn } from '../../../test/sign-in.ts'

let app: TestApp
beforeEach(async () => {
  app = await openTestApp()
})
afterEach(() => app.close())

async function buildOwner() {
  const owner = await app.build.user()
  await app.db.updateTable('contacts').set({ email: 'mees@example.nl' }).where('user_id', '=', owner.userId).execute()
  const { cookies } = await signIn(app, owner.username, owner.password)
  return { ...owner, atHome: { 'regie-device': cookies['regie-device'] ?? '' } }
}
const failuresOf = async (username: string) =>
  (await app.db.selectFrom('users').select('failed_logins').where('username', '=', username).executeTakeFirstOrThrow()).failed_logins

test('two hundred wrong passwords from forty addresses are a dozen guesses; the owner at home and everybody else come in meanwhile', async () => {
  const [owner, other] = [await buildOwner(), await app.build.user()]
  const statuses: number[] = []
  for (let i = 0; i < 200; i++) {
    statuses.push((await signIn(app, owner.username, `gok ${i}`, { address: `198.51.100.${i % 40}` })).status)
    app.clock.advance(5_000)
    if (i % 25 !== 24) continue
    // The right password from elsewhere is what the guesser would find: it opens nothing while the account waits.
    if (i > 50) expect((await signIn(app, owner.username, owner.password)).status).toBe(423)
    expect((await signIn(app, other.username, other.password)).status).toBe(200)
    expect((await signIn(app, owner.username, owner.password, { cookies: owner.atHome })).status).toBe(200)
  }
  const counted = statuses.filter((status) => status === 401).length
  expect(counted).toBeGreaterThanOrEqual(9)
  expect(counted).toBeLessThanOrEqual(12)
  expect(await failuresOf(other.username)).toBe(0)
  const post = await readPost(app.services)
  expect(post).toHaveLength(1)
  expect(post[0]).toContain('mees@example.nl')
})

test('two hundred from one address are held at the door, and a neighbour at another address notices nothing', async () => {
  const [owner, other] = [await buildOwner(), await app.build.user()]
  const answers: { status: number; retryAfter: string | undefined }[] = []
  for (let i = 0; i < 200; i++) {
    answers.push(await signIn(app, owner.username, `gok ${i}`, { address: '192.0.2.66' }))
    app.clock.advance(1_000)
    if (i % 50 === 49) expect((await signIn(app, other.username, other.password)).status).toBe(200)
  }
  const held = answers.filter(({ status }) => status === 429)
  expect(held.length).toBeGreaterThan(150)
  expect(held.every(({ retryAfter }) => Number(retryAfter) > 0)).toBe(true)
  expect(await failuresOf(owner.username)).toBeLessThanOrEqual(10)
  expect((await signIn(app, owner.username, owner.password, { cookies: owner.atHome })).status).toBe(200)
})

test('one password over many names from one address locks no account and leaves one line for who watches', async () => {
  const people = await Promise.all(Array.from({ length: 25 }, () => app.build.user()))
  const names = Array.from({ length: 120 }, (_, i) => people[i]?.username ?? `niemand${i}`)
  const statuses: number[] = []
  for (const name of names) {
    statuses.push((await signIn(app, name, 'Welkom01!', { address: '192.0.2.77' })).status)
    app.clock.advance(7_000)
  }
  expect(statuses.slice(40).filter((status) => status === 429).length).toBeGreaterThan(50)
  const users = await app.db.selectFrom('users').select(['failed_logins', 'delayed_until', 'locked_at']).execute()
  expect(users.filter((user) => user.failed_logins > 1 || user.delayed_until !== null || user.locked_at !== null)).toEqual([])
  const { rows } = await app.pool.query<object>(`select via, address, after from audit where action = 'login.spray'`)
  expect(rows).toMatchObject([{ via: 'public', address: '192.0.2.77', after: { names: 30 } }])
  for (const { username, password } of people.slice(0, 5)) expect((await signIn(app, username, password)).status).toBe(200)
})

test('what a request says of its own address steers no limit', async () => {
  const address = '192.0.2.88'
  const statuses: number[] = []
  for (let i = 0; i < 20; i++) {
    const headers = { 'x-forwarded-for': `203.0.113.${i}`, forwarded: `for=203.0.113.${i}`, 'x-real-ip': `203.0.113.${i}` }
    statuses.push((await signIn(app, `naam${i}`, 'fout', { address, headers })).status)
  }
  expect(statuses.filter((status) => status === 429)).toHaveLength(10)
  const { rows } = await app.pool.query<{ address: string }>(`
    select distinct address from audit where action = 'login.failed'`)
  expect(rows).toEqual([{ address }])
})
