import { allEndpoints } from '@regie/contract/all-endpoints.ts'
import type { Endpoint } from '@regie/contract/endpoint.ts'
import { Right } from '@regie/contract/right-codes.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Staff } from '../../test/builders.ts'
import { openTestApp, type TestApp } from '../../test/open-test-app.ts'
import { openRightStory } from '../../test/right-story.ts'

/** What a call is made with, besides the fields that nobody asked for. */
type Ids = Record<'customerID' | 'userID' | 'groupID' | 'otherGroupID' | 'objectID' | 'typeID' | 'sessionID', number>

const endpoints = Object.entries(allEndpoints).filter(
  ([name, { method }]) =>
    method !== 'GET' && /^(users|rights|account|organisation)\.|^login\.(change(Locale|Settings)|replacePassword)$/.test(name),
)
const contact = { initials: 'A.', firstName: 'Ada', middleName: '', lastName: 'Jansen', email: 'ada@example.nl', phone: '', mobile: '' }
const names = { nl: 'Naam', eng: 'Name', fr: 'Nom' }
const password = 'Zonnebloem 12!'

const bodies: Record<string, (ids: Ids) => Record<string, unknown>> = {
  'account.changeContact': () => ({ contact, version: 1, password }),
  'account.resetApiKey': () => ({ password }),
  'login.changeLocale': () => ({ locale: 'fr' }),
  'login.changeSettings': () => ({ settings: { smallMenuToggle: true } }),
  'login.replacePassword': () => ({ oldPassword: password, newPassword: 'Marmelade-pot 7' }),
  'organisation.change': () => ({ enforceTwoFactor: false, passwordExpiryDays: 90, localPasswords: true, sso: null, version: 1 }),
  'users.create': ({ customerID, groupID }) => ({ username: `ada${groupID}`, contact, customerID, groupIDs: [groupID], locale: 'nl' }),
  'users.change': () => ({ contact, version: 1 }),
  'users.invite': () => ({ locale: 'nl' }),
  'users.sendReset': () => ({ locale: 'nl' }),
  'users.addGroups': ({ otherGroupID }) => ({ groupIDs: [otherGroupID] }),
  'users.removeGroups': ({ groupID }) => ({ groupIDs: [groupID] }),
  'rights.addGroup': ({ customerID, groupID }) => ({ name: 'Nieuwe groep', description: '', customerID, copyOf: groupID }),
  'rights.changeGroup': () => ({ name: 'Andere naam', description: '', version: 1 }),
  'rights.addMembers': ({ userID }) => ({ members: [userID] }),
  'rights.removeMembers': ({ userID }) => ({ members: [userID] }),
  'rights.addType': () => ({ prefix: 9, name: names, description: '' }),
  'rights.changeType': () => ({ name: names, description: '' }),
  'rights.addObjectKind': ({ typeID }) => ({ typeId: typeID, ref: '01', name: names }),
  'rights.changeObject': () => ({ name: names }),
}

// Two installations that live the same life: one is called as the contract says, the other with everything besides.
let plain: TestApp
let smuggling: TestApp
let columns: { name: string; type: string }[]
beforeAll(async () => {
  plain = await openTestApp()
  smuggling = await openTestApp()
  const { rows } = await plain.pool.query<{ name: string; type: string }>(
    `select distinct column_name as name, data_type as type
      from information_schema.columns
      where table_schema = 'public' and table_name = any($1)`,
    [tables.map((table) => table.split(' ')[0])],
  )
  columns = rows
})
afterAll(() => Promise.all([plain.close(), smuggling.close()]))

const tables = [
  ...[
    'users',
    'contacts',
    'customers',
    'right_groups',
    'right_group_members',
    'right_group_objects',
    'right_objects',
    'right_types',
    'user_factors',
  ],
  ...['api_keys', 'sessions', 'password_links', 'sso_providers', 'system_messages', 'audit'],
]

test('every call of these that has a body has an example', () => {
  expect(endpoints.length).toBeGreaterThan(30)
  expect(endpoints.filter(([name, { body }]) => body && !bodies[name]).map(([name]) => name)).toEqual([])
})

test.each(endpoints)('%s does with fields that nobody asked for what it does without', async (name, endpoint) => {
  const [one, other] = [await prepare(plain, name), await prepare(smuggling, name)]
  expect(other.ids).toEqual(one.ids)
  const extras = extraFields(one.foreignID)
  const as = await send(plain, endpoint, one, bodies[name]?.(one.ids))
  // Who was refused anyway proves nothing.
  expect([as.status, as.body]).toEqual([expect.toSatisfy((status: number) => status < 300), expect.not.stringContaining('"error"')])
  const given = await send(smuggling, endpoint, other, withExtras(bodies[name]?.(other.ids) ?? {}, endpoint, extras), extras)
  expect(given.status).toBe(as.status)
  expect(given.body).toBe(as.body)
  expect(await rowsOf(smuggling)).toEqual(await rowsOf(plain))
})

test('there was much to take, and one row that had taken it would have been seen', async () => {
  expect(Object.keys(extraFields(1)).length).toBeGreaterThan(100)
  await smuggling.pool.query(`update users set customer_id = 2 where id = (select max(id) from users)`)
  expect(await rowsOf(smuggling)).not.toEqual(await rowsOf(plain))
})

async function prepare(to: TestApp, name: string) {
  const { build, db } = to
  const story = openRightStory(to)
  const { id: customerID } = await build.customer()
  const { id: foreignID } = await build.customer()
  const by = await build.staff({ rights: Object.values(Right), customers: [customerID] })
  const { userId: userID } = await build.user({ home: customerID })
  const isInvited = name === 'users.invite'
  await db
    .updateTable('contacts')
    .set({ email: `mees${userID}@example.nl` })
    .where('user_id', '=', userID)
    .execute()
  if (isInvited) await db.updateTable('users').set({ password_hash: null }).where('id', '=', userID).execute()
  const groupID = await story.group(customerID, [Right.viewBatches], [userID])
  const otherGroupID = await story.group(customerID, [Right.viewScripts])
  await build.session(by.userId)
  const sessions = await db.selectFrom('sessions').select('id').where('user_id', '=', by.userId).orderBy('id').execute()
  const { typeID, objectID: freeObject } = await prepareKind(to, name)
  const objectID = /rights\.(add|remove)Object$/.test(name) ? await story.objectOf(Right.viewBatches) : freeObject
  const isAdding = name === 'rights.addObject' || name === 'rights.addMembers'
  const ids: Ids = {
    customerID,
    userID,
    groupID: isAdding ? otherGroupID : groupID,
    otherGroupID,
    objectID,
    typeID,
    sessionID: sessions.at(-1)?.id ?? 0,
  }
  return { ids, by, foreignID }
}

/** The one digit that is free, with a right that nobody holds where the call needs it. */
async function prepareKind({ db }: TestApp, name: string) {
  await db.deleteFrom('right_objects').where('code', 'in', [901, 902]).execute()
  await db.deleteFrom('right_types').where('prefix', '=', 9).execute()
  if (name === 'rights.addType') return { typeID: 0, objectID: 0 }
  const named = { name_nl: 'Vrij', name_eng: 'Free', name_fr: 'Libre' }
  const { id: typeID } = await db
    .insertInto('right_types')
    .values({ prefix: 9, ...named })
    .returning('id')
    .executeTakeFirstOrThrow()
  if (!/^rights\.(change|remove)Object(Kind)?$/.test(name)) return { typeID, objectID: 0 }
  const { id: objectID } = await db
    .insertInto('right_objects')
    .values({ type_id: typeID, ref: '02', code: 902, ...named })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { typeID, objectID }
}

/** Every column of these tables under each name that a careless server might take it by, and what people try. */
function extraFields(foreignID: number): Record<string, unknown> {
  const valueOf = ({ name, type }: { name: string; type: string }) => {
    if (type.includes('int') || name === 'id') return foreignID
    if (type === 'boolean') return true
    if (type.startsWith('timestamp')) return '2020-01-01T00:00:00.000Z'
    if (type === 'jsonb' || type === 'json') return { smuggled: true }
    return type === 'ARRAY' ? [foreignID] : 'Ingesmokkeld'
  }
  const inCamels = (name: string) => name.replace(/_(\w)/g, (_all, letter: string) => letter.toUpperCase())
  return {
    ...Object.fromEntries(
      columns.flatMap((column) =>
        [column.name, inCamels(column.name), inCamels(column.name).replace(/Id$/, 'ID')].map((name) => [name, valueOf(column)] as const),
      ),
    ),
    ...{ rights: [Right.changeRightObjects], locked: true, audit: [], role: 'admin', isAdmin: true, stage: 'full', state: 'active' },
    ...{ groups: [1], groupIDs: [1], userID: foreignID, members: [foreignID], confirmed: 'yes', password: 'Ingesmokkeld 1!' },
  }
}

function withExtras(body: Record<string, unknown>, { body: schema }: Endpoint, extras: Record<string, unknown>): object {
  const known = schema && 'shape' in schema ? Object.keys(schema.shape as object) : []
  const inner = Object.entries(body).map(([key, value]) => [key, isPlain(value) ? besides(value, Object.keys(value), key) : value] as const)
  return besides(Object.fromEntries(inner), known, '')

  function besides(value: Record<string, unknown>, own: readonly string[], key: string) {
    // Settings refuse what they do not keep; a test of their own says so.
    if (key === 'settings') return value
    const free = Object.entries(extras).filter(([name]) => !own.includes(name))
    return { ...Object.fromEntries(free), ...value }
  }
}
const isPlain = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value)

async function send(
  to: TestApp,
  endpoint: Endpoint,
  { ids, by }: { ids: Ids; by: Staff },
  body: object | undefined,
  query: Record<string, unknown> = {},
) {
  const known = endpoint.query && 'shape' in endpoint.query ? Object.keys(endpoint.query.shape as object) : []
  const search = Object.entries(query)
    .filter(([name]) => !known.includes(name))
    .map(([name, value]) => [name, String(value)] as [string, string])
  const answer = await to.app.inject({
    method: endpoint.method,
    url: `/api${endpoint.path.replace(/:(\w+)/g, (_all, key: string) => (key === 'channel' ? 'sms' : String(ids[key as keyof Ids])))}?${new URLSearchParams(search).toString()}`,
    headers: { origin: to.origin, cookie: to.cookieOf(by) },
    ...(body && { payload: body }),
  })
  return { status: answer.statusCode, body: unlikely(answer.body) }
}

/** All rows, without what is another each time: keys, hashes, instants and request ids. */
async function rowsOf({ pool }: TestApp) {
  const found: Record<string, string[]> = {}
  for (const table of tables) {
    const { rows } = await pool.query<Record<string, unknown>>(`select * from ${table}`)
    found[table] = rows.map((row) => Object.entries(row).map(textOf).join(', ')).toSorted()
  }
  return found
}

function textOf([name, value]: [string, unknown]): string {
  if (Buffer.isBuffer(value)) return `${name}: bytes`
  return `${name}: ${value instanceof Date ? 'an instant' : unlikely(JSON.stringify(value))}`
}

const unlikely = (text: string) =>
  text
    .replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, 'uuid')
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+(Z|\+00:00)/g, 'an instant')
    .replace(/regie_[\w-]+/g, 'a key')
    .replace(/\$argon2id[^"]*/g, 'a hash')
