import { sql } from 'kysely'
import { AppError } from '../app-error.ts'
import { exportBudget } from '../budgets.ts'
import type { Clock } from '../clock.ts'
import type { Db } from '../db/database.ts'

const hourMs = 60 * 60_000
// Any number of our own; the user's id is the second key.
const lockNumber = 4_300_036

export type ExportSlots = {
  /** Takes one of the user's places, counted over all processes; returns how to give it back. */
  begin(userId: number): Promise<() => Promise<void>>
}

/** So many exports at once and an hour for each user. One whose process was killed counts until its time to be fetched is over. */
export function openExportSlots({ db, clock }: { db: Db; clock: Clock }): ExportSlots {
  async function begin(userId: number) {
    const now = clock.now()
    const id = await db.transaction().execute(async (tx) => {
      await sql`select pg_advisory_xact_lock(${lockNumber}::int, ${userId}::int)`.execute(tx)
      const recent = await tx
        .selectFrom('exports')
        .select(['started_at', 'ended_at'])
        .where('user_id', '=', userId)
        .where('started_at', '>', new Date(now.getTime() - hourMs))
        .orderBy('started_at')
        .execute()
      const underWay = recent.filter((row) => row.ended_at === null && now.getTime() - row.started_at.getTime() < exportBudget.totalMs)
      if (underWay.length >= exportBudget.atOnce)
        throw new AppError('export.underWay', { params: { count: exportBudget.atOnce, seconds: 15 } })
      const [first] = recent
      if (first && recent.length >= exportBudget.perHour) throw tooMany(first.started_at.getTime() + hourMs - now.getTime())
      const { id: made } = await tx
        .insertInto('exports')
        .values({ user_id: userId, started_at: now })
        .returning('id')
        .executeTakeFirstOrThrow()
      return made
    })
    return async () => {
      await db.updateTable('exports').set({ ended_at: clock.now() }).where('id', '=', id).execute()
    }
  }
  return { begin }
}

function tooMany(waitMs: number) {
  const { perHour: count } = exportBudget
  return new AppError('export.tooManyThisHour', {
    params: { count, minutes: Math.ceil(waitMs / 60_000), seconds: Math.ceil(waitMs / 1000) },
  })
}

/** Forgets exports of more than a day ago. */
export async function sweepExports(db: Db, now: Date): Promise<void> {
  await db
    .deleteFrom('exports')
    .where('started_at', '<', new Date(now.getTime() - 24 * hourMs))
    .execute()
}
