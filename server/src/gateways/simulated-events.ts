import { sql } from 'kysely'
import type { Clock } from '../platform/clock.ts'
import type { Db } from '../platform/db/database.ts'
import { signWebhook, webhookKey } from './webhook-signature.ts'

/** Brings a signed body to the webhook of a provider; false when it was not taken. */
export type PostWebhook = (provider: string, rawBody: string, headers: Record<string, string>) => Promise<boolean>

/** What a provider will say, so long from now. */
type PlannedEvent = { afterMs: number; event: object }

export type SimulatedEvents = {
  /** Remembers all of it or nothing: of half, a call would never end. */
  schedule(provider: string, planned: readonly PlannedEvent[]): Promise<void>
  /** Puts something else in the place of what a provider was to say of one message, by the states of that; where nothing was planned, nothing. */
  replan(provider: string, providerRef: string, plan: (states: readonly string[]) => PlannedEvent): Promise<void>
  /** What a provider is to say of one message, by its states. */
  statesOf(provider: string, providerRef: string): Promise<string[]>
  /** Says what is due; returns how much was taken. */
  sendDue(post: PostWebhook): Promise<number>
  /** When the next is due, or null. */
  nextDueAt(): Promise<Date | null>
}

type Options = { db: Db; clock: Clock; secretKey: Buffer }

const batchSize = 200
// A provider that gets no answer repeats itself: 5 s later, then 10, 15 … and gives up after 20 times.
const repeatSeconds = 5
const attemptsMax = 20

/** The news of all simulated providers, kept in the database so that they survive a restart like a real provider's. */
export function openSimulatedEvents({ db, clock, secretKey }: Options): SimulatedEvents {
  async function insertPlanned(into: Db, provider: string, planned: readonly PlannedEvent[]) {
    if (planned.length === 0) return
    const now = clock.now().getTime()
    const rows = planned.map(({ afterMs, event }) => ({ provider, due_at: new Date(now + afterMs), payload: JSON.stringify(event) }))
    await into.insertInto('simulated_events').values(rows).execute()
  }

  return {
    schedule: (provider, planned) => insertPlanned(db, provider, planned),
    replan(provider, providerRef, plan) {
      return db.transaction().execute(async (tx) => {
        const { rows } = await sql<{ state: string }>`
          delete from simulated_events
          where provider = ${provider} and payload ->> 'providerRef' = ${providerRef}
          returning payload ->> 'state' as state`.execute(tx)
        if (rows.length > 0) await insertPlanned(tx, provider, [plan(rows.map(({ state }) => state))])
      })
    },
    async statesOf(provider, providerRef) {
      const { rows } = await sql<{ state: string }>`
        select payload ->> 'state' as state
        from simulated_events
        where provider = ${provider} and payload ->> 'providerRef' = ${providerRef}
        order by due_at`.execute(db)
      return rows.map(({ state }) => state)
    },
    async sendDue(post) {
      const now = clock.now()
      // Taken by moving it on in time: if this process dies now, another one says it later.
      const { rows } = await sql<{ id: number; provider: string; payload: object }>`
        with due as (select id
          from simulated_events
          where due_at <= ${now}
          order by due_at
          limit ${batchSize}
          for update skip locked)
        update simulated_events e
        set attempts = attempts + 1,
          due_at = ${now}::timestamptz + make_interval(secs => ${repeatSeconds} * (e.attempts + 1))
        from due where e.id = due.id returning e.id, e.provider, e.payload`.execute(db)
      let sent = 0
      for (const [provider, events] of Map.groupBy(rows, (row) => row.provider)) {
        const body = JSON.stringify({ events: events.map((event) => event.payload) })
        if (!(await post(provider, body, signWebhook(webhookKey(secretKey, provider), body, now)))) continue
        await db
          .deleteFrom('simulated_events')
          .where(
            'id',
            'in',
            events.map((event) => event.id),
          )
          .execute()
        sent += events.length
      }
      await db.deleteFrom('simulated_events').where('attempts', '>=', attemptsMax).execute()
      return sent
    },
    async nextDueAt() {
      const next = await db
        .selectFrom('simulated_events')
        .select((eb) => eb.fn.min('due_at').as('at'))
        .executeTakeFirst()
      return next?.at ?? null
    },
  }
}
