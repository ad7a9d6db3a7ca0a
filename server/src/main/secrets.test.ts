import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { loginApi } from '@regie/contract/login.ts'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { runSecretStory } from '../../test/secret-story.ts'
import { signIn } from '../../test/sign-in.ts'

type Story = Awaited<ReturnType<typeof runSecretStory>>
type Cell = { place: string; text: string }

let story: Story
let cells: Cell[]
beforeAll(async () => {
  story = await runSecretStory()
  cells = await readEveryCell(story)
})
afterAll(() => story.close())

test('the story went as told: there is something to find', () => {
  expect(story.wentWell).toEqual({ ssoKept: 200, signedIn: true, codes: 10 })
  expect(story.mails.length).toBeGreaterThanOrEqual(4)
  for (const [name, secret] of Object.entries(story.secrets)) expect(secret.length, name).toBeGreaterThanOrEqual(6)
  expect(cells.length).toBeGreaterThan(500)
  // Whoever looks for a name finds it: the search itself works.
  expect(places(cells, 'meesje@example.nl')).toContain('public.contacts.email')
})

test('who has the whole database has no password, key, code, token or secret', () => {
  for (const [name, secret] of Object.entries(story.secrets)) {
    const written = [secret, ...['base64', 'base64url', 'hex'].map((form) => Buffer.from(secret).toString(form as 'hex'))]
    expect(
      written.flatMap((text) => places(cells, text)),
      name,
    ).toEqual([])
  }
})

test('what is kept instead of a secret opens nothing', async () => {
  const { app, staff } = story
  const one = async (statement: string) => Object.values((await app.pool.query<object>(`${statement} limit 1`)).rows[0] ?? {})[0] as unknown
  const formsOf = (kept: unknown) =>
    Buffer.isBuffer(kept) ? (['hex', 'base64', 'base64url', 'latin1'] as const).map((form) => kept.toString(form)) : [String(kept)]
  const hashes = formsOf(await one(`select password_hash from users where id = ${staff.userId}`))
  expect(hashes[0]).toMatch(/^\$argon2id\$/)
  for (const hash of hashes) expect((await signIn(app, 'meesje', hash)).status).toBe(401)
  for (const secret of formsOf(await one('select secret_hash from sessions')).slice(0, 3))
    expect((await app.call(loginApi.info).as({ ...staff, secret })).status).toBe(401)
  for (const key of formsOf(await one('select key_hash from api_keys')).slice(0, 3))
    for (const authorization of [`Bearer ${key}`, `Bearer regie_${key}`])
      expect((await app.call(loginApi.info).asNobody({ authorization })).status).toBe(401)
  for (const token of formsOf(await one('select token_hash from password_links')).slice(0, 3))
    expect((await app.call(loginApi.checkLink, { params: { token } }).asNobody()).status).toBe(410)
  expect((await app.call(loginApi.checkLink, { params: { token: story.secrets['resetToken'] ?? '' } }).asNobody()).status).toBe(200)
})

test('no refusal repeats what was given', () => {
  expect(story.refusals.length).toBeGreaterThanOrEqual(6)
  for (const body of story.refusals) {
    for (const [name, secret] of Object.entries(story.secrets)) expect(includesWord(body, secret), name).toBe(false)
    for (const text of story.personal) expect(body).not.toContain(text)
  }
})

describe('the log at its most talkative', () => {
  test('tells what happened, by ids', () => {
    expect(story.lines()).toContain('"route":"/api/login"')
    expect(story.lines()).toContain('/api/login/change/:token')
  })

  test('has no secret, and nothing of a person or of what was written to him', () => {
    const log = story.lines()
    for (const [name, secret] of Object.entries(story.secrets)) expect(includesWord(log, secret), name).toBe(false)
    for (const text of story.personal) expect(log, text).not.toContain(text)
    const sentences = story.mails.flatMap((mail) =>
      (
        mail
          .split('\n\n')
          .slice(1)
          .join('\n')
          .match(/[^\n.]{25,}/g) ?? []
      ).map((one) => one.trim()),
    )
    expect(sentences.length).toBeGreaterThan(8)
    for (const sentence of sentences) expect(log).not.toContain(sentence)
  })

  test('a fault of the server tells neither the caller nor the log what was given', async () => {
    const { app } = story
    const inject = vi.spyOn(app.app, 'inject')
    await app.pool.query('alter table users rename to users_away')
    try {
      expect((await signIn(app, 'meesje', story.secrets['password'] ?? '')).status).toBe(500)
      await app.call(loginApi.info).as(story.staff)
      await app
        .call(loginApi.changePassword, { body: { token: story.secrets['resetToken'] ?? '', newPassword: 'Marmelade-pot 7' } })
        .asNobody()
    } finally {
      await app.pool.query('alter table users_away rename to users')
    }
    const answers = (await Promise.all(inject.mock.results.map(({ value }) => value as Promise<{ body: string }>))).map(({ body }) => body)
    expect(answers).toHaveLength(3)
    expect(story.lines()).toContain('a request failed')
    for (const recorded of [story.lines(), ...answers])
      for (const [name, secret] of Object.entries({ ...story.secrets, chosen: 'Marmelade-pot 7' }))
        expect(includesWord(recorded, secret), name).toBe(false)
    for (const body of answers) expect(body).not.toMatch(/users|select|postgres|\.ts\b|node_modules|stack/i)
  })
})

const webDir = path.resolve(import.meta.dirname, '../../../web/dist')

test.runIf(existsSync(webDir))('the built browser app has no map to its source and nothing that looks like a secret', () => {
  const names = readdirSync(webDir, { recursive: true, encoding: 'utf8' })
  expect(names.filter((name) => name.endsWith('.map'))).toEqual([])
  const texts = names.filter((name) => /\.(js|css|html|json)$/.test(name))
  expect(texts.length).toBeGreaterThan(10)
  for (const name of texts) {
    const text = readFileSync(path.join(webDir, name), 'utf8')
    for (const trace of secretLooking) expect(trace.exec(text)?.[0].slice(0, 80), `${name}: ${trace}`).toBeUndefined()
  }
})

const secretLooking = [
  /sourceMappingURL/,
  /-----BEGIN [A-Z ]*(PRIVATE|CERTIFICATE)/,
  /\b(AKIA|ASIA)[0-9A-Z]{16}\b/,
  /\b(sk|pk|live|test)_[A-Za-z0-9]{20,}/,
  /\bgh[pousr]_[A-Za-z0-9]{30,}/,
  /\beyJ[\w-]{10,}\.eyJ[\w-]{10,}\./,
  /\bregie_[\w-]{43}\b/,
  /postgres(ql)?:\/\//,
  // Names of classes begin with an underscore.
  /\b\w*(secret|password|api_?key|token)\w*["'`]?\s*[:=]\s*["'`](?!_)(?=[\w+/=-]*\d)[\w+/=-]{16,}["'`]/i,
]

/** Every cell of every table, read as the owner; bytes as what they would be as text as well. */
async function readEveryCell({ app }: Story): Promise<Cell[]> {
  const { rows: tables } = await app.pool.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name
      from pg_tables
      where schemaname not in ('pg_catalog', 'information_schema')`,
  )
  const found: Cell[] = []
  for (const { name } of tables) {
    const { rows } = await app.pool.query<Record<string, unknown>>(`select * from only ${name}`)
    for (const row of rows)
      for (const [column, value] of Object.entries(row)) {
        if (value === null) continue
        const texts = Buffer.isBuffer(value) ? [value.toString('latin1'), value.toString('hex')] : [textOf(value)]
        found.push(...texts.map((text) => ({ place: `${name}.${column}`, text })))
      }
  }
  return found
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))
const places = (all: readonly Cell[], secret: string) => all.filter(({ text }) => includesWord(text, secret)).map(({ place }) => place)

/** Six digits stand by chance within a longer number or a fraction of a second; a secret that got out stands by itself. */
function includesWord(text: string, secret: string): boolean {
  if (!/^\d+$/.test(secret)) return text.includes(secret)
  return new RegExp(`(?<![\\w.-])${secret}(?![\\w-])`).test(text)
}
