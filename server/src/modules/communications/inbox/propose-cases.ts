import type { CaseProposal } from '@regie/contract/inbox.ts'
import { Right } from '@regie/contract/right-codes.ts'
import { sql } from 'kysely'
import type { Caller } from '../../../platform/http/caller.ts'
import type { Services } from '../../../services.ts'
import { findTextMasks } from '../../cases/masks/case-mask.ts'
import { caseNumbersIn } from '../../cases/search/case-numbers.ts'
import type { FoundConversation } from './conversation-row.ts'

const proposalsMax = 5
const wordsMax = 60

/** The cases to which a conversation may belong: one whose number stands in its text first, then those to whose address we wrote: the sender's, or the number that they gave. */
export async function proposeCases(
  { db, pool }: Services,
  caller: Caller,
  { customerID, conversationID, address }: FoundConversation,
): Promise<CaseProposal[]> {
  if (!caller.rights.includes(Right.viewCases)) return []
  const { rows: texts } = await sql<{ text: string; given: string | null }>`
    select left(subject || ' ' || text, 5000) as text, given_number as given
    from incoming_messages
    where customer_id = ${customerID} and conversation_id = ${conversationID}
    order by id desc
    limit 10`.execute(db)
  const numbers = caseNumbersIn(texts.map(({ text }) => text).join(' '), wordsMax)
  const addresses = [address, ...texts.flatMap(({ given }) => given ?? [])]
  const { rows } = await sql<CaseProposal>`
    (select c.id as "caseID", c.case_number as "caseNumber", c.name, 'caseNumber' as why
      from cases c
      join batches b on b.customer_id = c.customer_id and b.id = c.batch_id and not b.is_demo
      where c.customer_id = ${customerID} and c.case_number = any(${numbers}::text[])
      limit ${proposalsMax})
    union all
    (select c.id, c.case_number, c.name, 'address'
      from (
        select case_id, max(id) as last
        from communications
        where customer_id = ${customerID} and person = any(${addresses}::text[]) and channel <> 'call'
        group by case_id
        order by last desc
        limit ${proposalsMax}) m
      join cases c on c.customer_id = ${customerID} and c.id = m.case_id and not c.case_number = any(${numbers}::text[])
      order by m.last desc)
    limit ${proposalsMax}`.execute(db)
  const masked = await findTextMasks(
    pool,
    caller,
    rows.map(({ caseID }) => caseID),
  )
  return rows.map((row) => ({ ...row, name: masked(row.caseID, row.name) }))
}
