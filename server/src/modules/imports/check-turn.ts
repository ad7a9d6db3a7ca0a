import { checksAtOnceMax } from '@regie/contract/files.ts'
import { AppError } from '../../platform/app-error.ts'
import type { Db } from '../../platform/db/database.ts'

/**
 * Refuses a check to a user who has so many under way. Some that are asked for at the same moment may be taken together: a few more harm
 * nobody, and a lock would let the user's other files wait for one that comes in slowly.
 */
export async function mustHaveTurn(db: Db, userId: number): Promise<void> {
  const { count } = await db
    .selectFrom('imports')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('asked_by', '=', userId)
    .where('status', 'in', ['reading', 'checking'])
    .executeTakeFirstOrThrow()
  if (count >= checksAtOnceMax) throw new AppError('file.checksUnderWay', { params: { count } })
}
