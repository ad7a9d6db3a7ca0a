import { SimulationAnswers, type ScriptCheck } from '@regie/contract/time-machine.ts'
import { AppError } from '../../platform/app-error.ts'
import type { Db } from '../../platform/db/database.ts'

type ScriptRef = { customerId: number; scriptId: number }
type NewCheck = {
  name: string
  subject: object
  caseNumber: string
  from: Date
  days: number
  answers: SimulationAnswers
  expected: readonly string[]
  by: string
  at: Date
}

/** A play that is kept, with what it must do again. `subject` is the case as the time machine wrote it down. */
export type KeptCheck = { check: ScriptCheck; subject: unknown; days: number; expected: string[] }

// More would make the question whether a draft may live last too long.
export const checksMax = 20

/** The plays that a draft of this script must repeat, oldest first. */
export async function listChecks(db: Db, { customerId, scriptId }: ScriptRef): Promise<KeptCheck[]> {
  const rows = await db
    .selectFrom('script_checks')
    .selectAll()
    .where('customer_id', '=', customerId)
    .where('script_id', '=', scriptId)
    .orderBy('id')
    .execute()
  return rows.map((row) => ({
    check: {
      checkID: row.id,
      name: row.name,
      from: row.simulates_from.toISOString(),
      answers: SimulationAnswers.parse(row.answers),
      caseNumber: row.case_number,
      moments: (row.expected as string[]).length,
      createdBy: row.created_by,
      createdAt: row.created_at.toISOString(),
    },
    subject: row.subject,
    days: row.days,
    expected: row.expected as string[],
  }))
}

/** Keeps a play. Answers its number. */
export async function keepCheck(db: Db, { customerId, scriptId }: ScriptRef, check: NewCheck): Promise<number> {
  const { id } = await db
    .insertInto('script_checks')
    .values({
      customer_id: customerId,
      script_id: scriptId,
      name: check.name,
      subject: JSON.stringify(check.subject),
      case_number: check.caseNumber,
      simulates_from: check.from,
      days: check.days,
      answers: JSON.stringify(check.answers),
      expected: JSON.stringify(check.expected),
      created_by: check.by,
      created_at: check.at,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Forgets a kept play. */
export async function removeCheck(db: Db, { customerId, scriptId }: ScriptRef, checkId: number): Promise<void> {
  const gone = await db
    .deleteFrom('script_checks')
    .where('customer_id', '=', customerId)
    .where('script_id', '=', scriptId)
    .where('id', '=', checkId)
    .returning('id')
    .executeTakeFirst()
  if (!gone) throw new AppError('script.checkNotFound')
}
