import { checksAtOnceMax } from '@regie/contract/files.ts'
import { AppError } from '../../platform/app-error.ts'
import type { Db } from '../../platform/db/database.ts'

/**
 * Refuses a check to a user who has so many under way, and answers the priority of the job that does it: the more of theirs wait already, the later
 * it comes, so that a colleague's one file waits for one of theirs and not for all. Some that are asked for at the same moment may be taken together: a
 * few more harm nobody, and a lock would let the user's other files wait for one that comes in slowly.
 */
export async function takeTurn(db: Db, userId: number, importId: number | null = null): Promise<{ priority: number }> {
  const theirs = db
    .selectFrom('imports')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('asked_by', '=', userId)
    .where('status', 'in', ['reading', 'checking'])
  // A check that is overtaken by another one of the same file is no file more.
  const { count } = await (importId === null ? theirs : theirs.where('id', '!=', importId)).executeTakeFirstOrThrow()
  if (count >= checksAtOnceMax) throw new AppError('file.checksUnderWay', { params: { count } })
  return { priority: -count }
}
