import type { LiveEvent } from '@regie/contract/live-events.ts'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { openTestDatabase, type TestDatabase } from '../../test/open-test-database.ts'
import { type Notifications, openNotifications } from '../platform/db/notify.ts'
import { openLiveHub } from './live-hub.ts'
import { publish } from './publish.ts'

const log = { warn: () => undefined, error: () => undefined }
let database: TestDatabase
let notifications: Notifications
beforeAll(async () => {
  database = await openTestDatabase()
  notifications = await openNotifications(database.url, { log })
})
afterAll(async () => {
  await notifications.close()
  await database.drop()
})

const change = (customerId: number): LiveEvent => ({ kind: 'batch.changed', customerId, batchId: 7 })

test('a change is heard after its commit, by those who may follow the customer', async () => {
  const hub = await openLiveHub(notifications, log)
  const heard: LiveEvent[] = []
  hub.subscribe({
    mayFollow: () => true,
    onGap: () => undefined,
    onEvent: () => {
      throw new Error('a subscriber that stumbles')
    },
  })
  hub.subscribe({ mayFollow: (customerId) => customerId === 1, onEvent: (event) => heard.push(event), onGap: () => undefined })

  await database.db.transaction().execute(async (tx) => {
    await publish(tx, change(2))
    await publish(tx, change(1))
    expect(heard).toEqual([])
  })
  await database.db
    .transaction()
    .execute(async (tx) => {
      await publish(tx, { kind: 'batch.changed', customerId: 1, batchId: 8 })
      throw new Error('rolled back')
    })
    .catch(() => undefined)
  await database.db.transaction().execute((tx) => publish(tx, { kind: 'session.ended', userId: 3 }))

  await vi.waitFor(() => expect(heard).toHaveLength(2), { timeout: 15_000 })
  expect(heard).toEqual([change(1), { kind: 'session.ended', userId: 3 }])
  hub.close()
})
