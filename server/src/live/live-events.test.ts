// What SQL publishes is what the contract says, for every event and for every topic that screens follow.
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { type LiveEvent, type LiveEventKind, liveEvents } from '@regie/contract/live-events.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { openEngineHarness } from '../../test/engine-harness.ts'
import { liveTopicTable } from '../main/live-topic-table.ts'
import { openNotifications } from '../platform/db/notify.ts'
import { schemaDirs } from '../platform/db/migrate.ts'
import { type LiveHub, openLiveHub } from './live-hub.ts'
import { publisherOf } from './live-event-sql.ts'
import { publish } from './publish.ts'

const log = { warn: () => undefined, error: () => undefined }
const ids = {
  ...{ customerId: 11, batchId: 12, caseId: 13, caseIds: [13, 14], importId: 15, statementId: 81, bulkId: 16, scriptId: 17, userId: 18 },
  conversationId: 19,
  channelId: 20,
  queueId: 23,
  providerId: 21,
}
const kinds = Object.keys(liveEvents) as LiveEventKind[]
const eventOf = (kind: LiveEventKind) =>
  ({ kind, ...Object.fromEntries(liveEvents[kind].map((name) => [name, ids[name]])) }) as unknown as LiveEvent

let harness: Awaited<ReturnType<typeof openEngineHarness>>
let hub: LiveHub
let close: () => Promise<void>
const heard: LiveEvent[] = []
beforeAll(async () => {
  harness = await openEngineHarness()
  const notifications = await openNotifications(harness.url, { log })
  hub = await openLiveHub(notifications, log)
  hub.subscribe({ mayFollow: () => true, onEvent: (event) => void heard.push(event), onGap: () => undefined })
  close = async () => {
    hub.close()
    await notifications.close()
    await harness.drop()
  }
})
afterAll(() => close())

const heardAfter = async (work: () => Promise<unknown>) => {
  heard.length = 0
  await work()
  await vi.waitFor(() => expect(heard).not.toEqual([]), { timeout: 15_000 })
  return heard[0]
}

test.each(kinds)('%s comes from SQL and from TypeScript as the contract says', async (kind) => {
  const values = liveEvents[kind].map((name) => ids[name])
  const places = values.map((_, at) => `$${at + 1}`).join(', ')
  expect(await heardAfter(() => harness.services.pool.query(`select ${publisherOf(kind)}(${places})`, values))).toEqual(eventOf(kind))
  expect(await heardAfter(() => harness.db.transaction().execute((tx) => publish(tx, eventOf(kind))))).toEqual(eventOf(kind))
})

test('every topic that screens follow gets its key from an event of SQL', async () => {
  const topics = Object.entries(liveTopicTable(harness.services))
  const keyOf = {
    batches: 11,
    customer: 11,
    case: 13,
    import: 15,
    bulk: 16,
    script: 17,
    notifications: 18,
    presence: 13,
    inbox: 11,
    chat: 11,
    pairing: 11,
    agent: 18,
    monitor: 22,
    wallboard: 88,
    queues: 11,
  }
  const touched = new Map<string, number[]>()
  for (const kind of kinds) {
    const values = liveEvents[kind].map((name) => ids[name])
    const event = await heardAfter(() =>
      harness.services.pool.query(`select ${publisherOf(kind)}(${values.map((_, at) => `$${at + 1}`).join(', ')})`, values),
    )
    for (const [name, topic] of topics)
      for (const { key, item } of topic.touched(event as LiveEvent)) touched.set(name, [...(touched.get(name) ?? []), key, item])
  }
  for (const [name] of topics) {
    expect(touched.get(name), name).toContain(keyOf[name as keyof typeof keyOf])
    expect(touched.get(name)?.every(Number.isSafeInteger), name).toBe(true)
  }
})

test('cases that change together come in portions, none left out', async () => {
  const caseIds = Array.from({ length: 601 }, (_, at) => at + 1)
  await heardAfter(() => sql`select notify_cases_changed(11, 12, ${caseIds}::bigint[])`.execute(harness.db))
  await vi.waitFor(() => expect(heard).toHaveLength(3), { timeout: 15_000 })
  expect(heard.flatMap((event) => (event.kind === 'cases.changed' ? event.caseIds : []))).toEqual(caseIds)
})

test('nothing else writes live events by hand', () => {
  const serverDir = path.resolve(import.meta.dirname, '../..')
  const files = ['src', 'sql'].flatMap((dir) =>
    readdirSync(path.join(serverDir, dir), { recursive: true, encoding: 'utf8' }).map((file) => path.join(serverDir, dir, file)),
  )
  const byHand = files
    .filter((file) => /\.(ts|sql)$/.test(file) && !/live-events?[.-]/.test(path.basename(file)))
    .filter((file) => /pg_notify\(\s*('live'|\$\{liveChannel\})/.test(readFileSync(file, 'utf8')))
  expect(byHand).toEqual([])
  expect(files).toContain(path.join(schemaDirs.definitions, 'live-events.generated.sql'))
})
