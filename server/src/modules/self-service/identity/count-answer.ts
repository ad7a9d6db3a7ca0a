import { sql } from 'kysely'
import type { Db } from '../../../platform/db/database.ts'
import type { Services } from '../../../services.ts'

// Who mistypes does so a few times; who guesses a date of birth in so many an hour needs years.
const wrongMax = 5
const closedMs = 3_600_000

type CaseRef = { customerId: number; caseId: number }

/** Counts an answer before it is looked at, so that guesses at once are as many as one after another. False: the door is closed, whatever the answer. */
export async function mayAnswer({ db, clock }: Pick<Services, 'db' | 'clock'>, { customerId, caseId }: CaseRef): Promise<boolean> {
  const now = clock.now()
  const open = new Date(now.getTime() - closedMs)
  const { rows } = await sql<{ wrong: number }>`
    insert into identity_answers as a (customer_id, case_id, wrong, since)
    values (${customerId}, ${caseId}, 1, ${now})
    on conflict (customer_id, case_id) do update
    set wrong = case when a.since <= ${open} then 1 else least(a.wrong + 1, ${wrongMax + 1}) end,
      since = case when a.wrong >= ${wrongMax} and a.since > ${open} then a.since else ${now} end
    returning wrong`.execute(db)
  return (rows[0]?.wrong ?? 0) <= wrongMax
}

/** When answers count again; null: they do now. */
export async function answersFrom(db: Db, { customerId, caseId }: CaseRef, now: Date): Promise<Date | null> {
  const closed = await db
    .selectFrom('identity_answers')
    .select('since')
    .where('customer_id', '=', customerId)
    .where('case_id', '=', caseId)
    .where('wrong', '>=', wrongMax)
    .where('since', '>', new Date(now.getTime() - closedMs))
    .executeTakeFirst()
  return closed ? new Date(closed.since.getTime() + closedMs) : null
}

/** The answer was right: what was wrong before is forgotten. */
export async function forgetAnswers({ db }: Pick<Services, 'db'>, { customerId, caseId }: CaseRef): Promise<void> {
  await db.deleteFrom('identity_answers').where('customer_id', '=', customerId).where('case_id', '=', caseId).execute()
}
