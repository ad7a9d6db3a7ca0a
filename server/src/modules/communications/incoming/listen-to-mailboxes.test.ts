import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestApp, type TestApp } from '../../../../test/open-test-app.ts'
import { registerEngine, renewLease } from '../../case-runs/engine-lease.ts'
import { listMailboxes } from '../../providers/mailbox-providers.ts'
import { openMailboxListener } from './listen-to-mailboxes.ts'

const times = { askMs: 300_000, firstPauseMs: 60_000, pauseMaxMs: 60_000, steadyMs: 60_000, takenMs: 50, notGivenMs: 50 }
let app: TestApp
beforeAll(async () => {
  app = await openTestApp()
})
afterAll(() => app.close())

/** A mailbox that stays open until the server says whether it announces what arrives. */
async function openListener() {
  const { customerId } = await app.build.batch()
  const settings = { kind: 'imap', host: 'imap.acme.nl', port: 993, encryption: 'tls', user: 'incasso', folder: 'INBOX' }
  const { id } = await app.db
    .insertInto('providers')
    .values({ customer_id: customerId, channel: 'email', kind: 'imap', name: 'Postvak', settings: JSON.stringify(settings) })
    .returning('id')
    .executeTakeFirstOrThrow()
  const news = Promise.withResolvers<boolean>()
  let closed = 0
  const mailbox = {
    ...{ uidValidity: 1, list: async () => [], fetch: async () => Buffer.of(), markRead: async () => undefined },
    ...{ awaitNews: () => news.promise, close: async () => void closed++ },
  }
  const openMailbox = async (_provider: unknown, signal: AbortSignal) => {
    signal.addEventListener('abort', () => news.reject(new Error('the connection was closed')))
    return mailbox
  }
  const services = { ...app.services, gateways: { ...app.services.gateways, openMailbox } }
  const engineId = await registerEngine(app.db)
  const listener = openMailboxListener(services, engineId, times)
  const isReadEveryMinute = async () => {
    // The engine lives on: what a dead one said counts for nothing.
    await renewLease(app.db, engineId)
    return (await listMailboxes(app.db)).some((one) => one.id === id)
  }
  await listener.keep()
  await expect.poll(isReadEveryMinute).toBe(false)
  return { id, listener, news, closed: () => closed, isReadEveryMinute }
}

test('a mailbox whose server announces nothing is read every minute, also until it is asked again', async () => {
  const { listener, news, closed, isReadEveryMinute } = await openListener()
  news.resolve(false)
  await expect.poll(closed).toBe(1)
  await expect.poll(isReadEveryMinute).toBe(true)
  await listener.stop()
})

test('of a mailbox that is switched off nothing says that it is listened to', async () => {
  const { id, listener } = await openListener()
  await app.db.updateTable('providers').set({ state: 'off' }).where('id', '=', id).execute()
  await listener.keep()
  const { rows } = await app.pool.query('select listens_since from mailboxes where provider_id = $1', [id])
  expect(rows).toEqual([{ listens_since: null }])
  await listener.stop()
})
