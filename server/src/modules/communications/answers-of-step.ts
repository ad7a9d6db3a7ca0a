import { LastAnswer } from '@regie/contract/last-answer.ts'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'

type CaseRef = { customerId: number; caseId: number }
type Row = { state: string; delivery: string | null; answer: string | null }

/** How the calls of one step of one case ended, in their order: as the provider known, or as far as we know without its word. */
export async function findAnswersOfStep(db: Db, { customerId, caseId }: CaseRef, keyPrefix: string): Promise<LastAnswer[]> {
  const { rows } = await sql<Row>`
    select c.state, c.delivery, (
      select t.params ->> 'answer' from timeline t
      where t.customer_id = c.customer_id
        and t.case_id = c.case_id
        and t.communication_id = c.id
        and t.params ? 'answer'
      order by t.id
      limit 1) as answer
    from communications c
    where c.customer_id = ${customerId}
      and c.case_id = ${caseId}
      and c.channel = 'call'
      and starts_with(c.idempotency_key, ${keyPrefix})
    order by c.id`.execute(db)
  return rows.map(answerOf)
}

function answerOf({ state, delivery, answer }: Row): LastAnswer {
  const known = LastAnswer.safeParse(answer)
  if (known.success) return known.data
  if (state === 'refused') return 'ongeldig'
  if (delivery === 'answered' || delivery === 'transferred') return 'mens'
  if (delivery === 'voicemail') return 'voicemail'
  return delivery === 'unanswered' ? 'niet_opgenomen' : 'technisch'
}
