import { Right } from '@regie/contract/right-codes.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Staff } from '../../test/builders.ts'
import { openTestApp, type TestApp } from '../../test/open-test-app.ts'
import { openRightStory } from '../../test/right-story.ts'

let app: TestApp
let staff: Staff
let ids: Record<string, number>
beforeAll(async () => {
  app = await openTestApp()
  const { id: customerID } = await app.build.customer()
  staff = await app.build.staff({ rights: Object.values(Right), customers: [customerID], home: customerID })
  const { userId: userID } = await app.build.user({ home: customerID })
  ids = { customerID, userID, groupID: await openRightStory(app).group(customerID, [Right.viewBatches], [userID]) }
})
afterAll(() => app.close())

async function ask(call: string, payload?: object) {
  const [method = '', url = ''] = call.replace(/:(\w+)/g, (_all, key: string) => String(ids[key])).split(' ')
  const answer = await app.app.inject({
    method: method as 'GET',
    url: `/api${url}`,
    headers: { origin: app.origin, cookie: app.cookieOf(staff) },
    ...(payload && { payload }),
  })
  return { status: answer.statusCode, body: answer.json<{ error?: string; field?: string }>() }
}

const contact = { initials: 'A.', firstName: 'Ada', middleName: '', lastName: 'Jansen', email: 'ada@example.nl', phone: '', mobile: '' }
const context = { route: '/', version: '1', screen: '1', browser: 'x', requestIDs: [] }
const cursor = (place: unknown) => Buffer.from(JSON.stringify(place)).toString('base64url')
const customerID = 1

test.each([
  ['POST /login', { username: 'jan\0', password: 'x' }, 'username'],
  ['POST /login/reset', { username: 'jan\0', locale: 'nl' }, 'username'],
  ['POST /rights/groups', { name: 'a\0b', customerID }, 'name'],
  ['POST /rights/groups', { name: 'a\ud800b', customerID }, 'name'],
  ['POST /rights/groups', { name: 'a', customerID, copyOf: 1.5 }, 'copyOf'],
  ['POST /rights/groups/:groupID/members', { members: [1e30] }, 'members.0'],
  ['POST /users/:userID/groups', { groupIDs: [-1] }, 'groupIDs.0'],
  ['PATCH /users/:userID', { contact: { ...contact, firstName: 'a\0' }, version: 1 }, 'contact.firstName'],
  ['PATCH /account', { contact, version: 1e300 }, 'version'],
  ['PUT /login/settings', { settings: { userHeaders: [{ key: '\udc00', headerProps: { class: '' } }] } }, 'settings.userHeaders.0.key'],
  ['PUT /maintenance', { on: false, message: 'a\0', until: null }, 'message'],
  ['POST /feedback', { text: 'a\0bc', image: null, context }, 'text'],
  ['POST /feedback', { text: 'abc', image: null, context: { ...context, route: '\ud800' } }, 'context.route'],
  ['GET /users?q=a%00b', undefined, 'q'],
  ['GET /audit?address=%00', undefined, 'address'],
  ['GET /audit?from=0000-01-01T00%3A00%3A00Z', undefined, undefined],
  [`GET /audit?cursor=${cursor(['1 (x)', 1])}`, undefined, undefined],
  [`GET /users?sort=lastLoginAt&cursor=${cursor(['lastLoginAt', 'x', 1])}`, undefined, undefined],
  [`GET /users?sort=username&cursor=${cursor(['username', 'x\0', 1.5])}`, undefined, undefined],
])('%s with what no column can hold is bad input and no fault of the server', async (call, payload, field) => {
  const { status, body } = await ask(call, payload)
  expect({ status, error: body.error, field: body.field }).toEqual({ status: 400, error: 'error.invalid', field })
})
