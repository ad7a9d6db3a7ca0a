import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { Log } from '../log.ts'
import { isDatabaseAway } from './database-trouble.ts'

/** `onGap` is called when the connection was away: what was said meanwhile is lost, so the listener should look for itself. */
type Listener = { onMessage(payload: string): void; onGap?(): void }

export type Notifications = {
  /** Resolves when PostgreSQL listens; returns how to stop. */
  listen(channel: string, listener: Listener): Promise<() => void>
  close(): Promise<void>
}

type Options = { log: Pick<Log, 'warn'>; heartbeatMs?: number }

/** A connection of its own for LISTEN: one from the pool would be given away. It comes back by itself when the database does. */
export async function openNotifications(url: string, { log, heartbeatMs = 10_000 }: Options): Promise<Notifications> {
  const channels = new Map<string, Set<Listener>>()
  let isClosed = false
  let isReconnecting = false
  let client: pg.Client | undefined
  const broken = new WeakSet<pg.Client>()

  async function connect(): Promise<pg.Client> {
    const fresh = new pg.Client({
      connectionString: url,
      application_name: 'regie listen',
      keepAlive: true,
      connectionTimeoutMillis: 5_000,
      query_timeout: 5_000,
    })
    fresh.on('error', (error) => lose(fresh, error))
    fresh.on('end', () => lose(fresh, new Error('connection ended')))
    fresh.on('notification', ({ channel, payload }) => {
      for (const listener of channels.get(channel) ?? []) listener.onMessage(payload ?? '')
    })
    try {
      await fresh.connect()
      for (const channel of channels.keys()) await fresh.query(`listen ${fresh.escapeIdentifier(channel)}`)
      return fresh
    } catch (error) {
      await fresh.end().catch(() => undefined)
      throw error
    }
  }

  function lose(lost: pg.Client, error: Error) {
    broken.add(lost)
    // A connection may tell of its end twice, by error and by end.
    if (isClosed || lost !== client) return
    log.warn({ err: error }, 'the listening connection broke')
    void reconnect(lost)
  }

  async function reconnect(lost: pg.Client) {
    if (isReconnecting) return
    isReconnecting = true
    lost.removeAllListeners('notification')
    await lost.end().catch(() => undefined)
    for (let pauseMs = 100; !isClosed; pauseMs = Math.min(pauseMs * 2, 5_000)) {
      try {
        client = await connect()
        // It may have broken again before anybody knew it.
        if (!broken.has(client)) break
      } catch {
        // Still away.
      }
      await sleep(pauseMs)
    }
    isReconnecting = false
    if (isClosed) return void client?.end().catch(() => undefined)
    for (const listeners of channels.values()) for (const listener of listeners) listener.onGap?.()
  }

  // A cable that is pulled out says nothing; a question without answer does.
  const heartbeat = setInterval(() => {
    const asked = client
    if (asked && !isReconnecting) asked.query('select 1').catch((error: Error) => lose(asked, error))
  }, heartbeatMs)
  heartbeat.unref()

  client = await connect()
  // Lost before anybody knew it.
  if (broken.has(client)) void reconnect(client)
  return {
    async listen(channel, listener) {
      const listeners = channels.get(channel) ?? new Set<Listener>()
      listeners.add(listener)
      channels.set(channel, listeners)
      // When the connection breaks at this moment, the next one listens to all channels.
      if (client && !isReconnecting) {
        await client.query(`listen ${client.escapeIdentifier(channel)}`).catch((error: unknown) => {
          if (!isDatabaseAway(error)) throw error
        })
      }
      return () => void listeners.delete(listener)
    },
    async close() {
      isClosed = true
      clearInterval(heartbeat)
      await client?.end().catch(() => undefined)
    },
  }
}
