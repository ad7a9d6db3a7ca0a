import { endpoint } from '@regie/contract/endpoint.ts'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { fakeClock } from '../../../test/fake-clock.ts'
import { openTestDatabase, type TestDatabase } from '../../../test/open-test-database.ts'
import { AppError } from '../app-error.ts'
import { openLog } from '../log.ts'
import { openHttpServer } from './http-server.ts'
import { mountRoutes } from './mount-routes.ts'
import { openRepeats, sweepRepeats } from './repeats.ts'
import { route } from './route.ts'

const publicUrl = 'http://127.0.0.1:8080'
const give = endpoint({
  method: 'POST',
  path: '/gifts/:no',
  access: { right: 103 },
  summary: 'A gift',
  params: z.object({ no: z.coerce.number() }),
  body: z.object({ text: z.string() }),
  response: z.object({ no: z.number(), nth: z.number() }),
})
const clock = fakeClock()
let database: TestDatabase
let app: FastifyInstance
let userId: number
let given = 0
let failsOnce = false
let breaksAfterwards = false

beforeAll(async () => {
  database = await openTestDatabase()
  const { db } = database.owner
  ;({ id: userId } = await db.insertInto('users').values({ username: 'r7' }).returning('id').executeTakeFirstOrThrow())
  app = await openHttpServer({ log: openLog('silent'), publicUrl, trustProxy: [], allowedHosts: [], stalledAnswerMs: 60_000 })
  const handle = route(give, async (_services: object, { params }) => {
    await new Promise((resolve) => setImmediate(resolve))
    if (failsOnce) {
      failsOnce = false
      throw new AppError('server.busy')
    }
    const answer = { no: params.no, nth: ++given }
    if (breaksAfterwards) {
      breaksAfterwards = false
      await database.owner.db
        .transaction()
        .execute((tx) => tx.updateTable('users').set({ username: 'r7' }).where('id', '=', userId).execute())
      throw new Error('Connection terminated unexpectedly')
    }
    return answer
  })
  const caller = { userId, username: 'r7', rights: [103], customerIds: [], locale: 'nl', stage: 'full', sessionId: 1 } as never
  await app.register(
    async (api) =>
      mountRoutes(api, [handle], {
        stalledExportMs: 30_000,
        servicesOf: () => ({}),
        findCaller: async () => caller,
        publicUrl,
        repeats: openRepeats({ db, clock }, Buffer.alloc(32, 7)),
      }),
    { prefix: '/api' },
  )
})
afterAll(async () => {
  await app.close()
  await database.close()
})
beforeEach(() => {
  given = 0
})

function ask(no: number, key?: string, text = 'x') {
  return app.inject({
    method: 'POST',
    url: `/api/gifts/${no}`,
    headers: { origin: publicUrl, host: '127.0.0.1:8080', ...(key !== undefined && { 'idempotency-key': key }) },
    payload: { text },
  })
}

test('R7: a thousand requests, each twice and fifty at a time, have one effect each and the same bytes as answer', async () => {
  const twice = Array.from({ length: 1000 }, (_, no) => [no, no]).flat()
  const answers = new Map<number, string[]>()
  let at = 0
  async function lane() {
    for (let no = twice[at++]; no !== undefined; no = twice[at++]) {
      const { statusCode, body } = await ask(no, `gift-${no}-0000`)
      answers.set(no, [...(answers.get(no) ?? []), `${statusCode} ${body}`])
    }
  }
  await Promise.all(Array.from({ length: 50 }, lane))
  expect(given).toBe(1000)
  expect([...answers].filter(([, [one, other]]) => one !== other || !one?.startsWith('200 '))).toEqual([])
})

test('without a key each request counts', async () => {
  await ask(1)
  await ask(1)
  expect(given).toBe(2)
})

test('another request under the same key is refused', async () => {
  await ask(2, 'key-of-two')
  const other = await ask(2, 'key-of-two', 'y')
  expect([other.statusCode, other.json().error]).toEqual([422, 'request.keyReused'])
  expect((await ask(2, 'short')).json()).toMatchObject({ error: 'error.invalid', field: 'Idempotency-Key' })
  expect(given).toBe(1)
})

test('what failed may be tried again under its key', async () => {
  failsOnce = true
  expect((await ask(3, 'key-of-three')).statusCode).toBe(503)
  expect((await ask(3, 'key-of-three')).json()).toEqual({ no: 3, nth: 1 })
})

test('when the connection breaks after its change was committed, a repeat changes nothing and says that it is uncertain', async () => {
  breaksAfterwards = true
  expect((await ask(5, 'key-of-five')).statusCode).toBe(503)
  const repeated = await ask(5, 'key-of-five')
  expect([repeated.statusCode, repeated.json().error]).toEqual([409, 'request.uncertain'])
  expect(given).toBe(1)
})

test('answers are kept for a day, and sealed', async () => {
  await ask(4, 'key-of-four')
  const { db } = database.owner
  const { body } = await db.selectFrom('request_keys').select('body').where('key', '=', 'key-of-four').executeTakeFirstOrThrow()
  expect(body?.toString('utf8')).not.toContain('nth')
  await sweepRepeats(db, new Date(clock.now().getTime() + 25 * 60 * 60_000))
  expect(await db.selectFrom('request_keys').select('key').execute()).toEqual([])
})
