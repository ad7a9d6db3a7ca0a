import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { openTestDatabase, type TestDatabase } from '../../../test/open-test-database.ts'
import { openNotifications } from './notify.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.drop())

test('a listener hears its channel, and is notified of the gap after the connection was cut', async () => {
  const notifications = await openNotifications(database.url, { log: { warn: () => undefined } })
  const heard: string[] = []
  const onGap = vi.fn()
  await notifications.listen('birds', { onMessage: (payload) => heard.push(payload), onGap })
  await database.pool.query(`select pg_notify('birds', 'one'), pg_notify('bees', 'none')`)
  await vi.waitFor(() => expect(heard).toEqual(['one']), { timeout: 15_000 })

  await database.pool.query(
    `select pg_terminate_backend(pid)
      from pg_stat_activity
      where application_name = 'regie listen' and datname = current_database()`,
  )
  await vi.waitFor(() => expect(onGap).toHaveBeenCalledOnce(), { timeout: 15_000 })
  await database.pool.query(`select pg_notify('birds', 'two')`)
  await vi.waitFor(() => expect(heard).toEqual(['one', 'two']), { timeout: 15_000 })
  await notifications.close()
})
