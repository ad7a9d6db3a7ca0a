import type { WriterWithoutNumber } from '@regie/contract/inbox.ts'
import { personIdPattern } from '@regie/contract/whatsapp.ts'
import { sql } from 'kysely'
import { AppError } from '../../../platform/app-error.ts'
import type { Caller } from '../../../platform/http/caller.ts'
import type { Services } from '../../../services.ts'
import { maySeePersonalData } from '../../fields/masks.ts'
import { maskOfSender } from './conversation-row.ts'

type Row = { conversationID: number | null; incomingID: number | null; number: string | null; isInCase: boolean | null }

/**
 * Who wrote last about a case by WhatsApp under an id alone, with the number that they gave since; null where nobody did, or the case has that
 * number by now. Another customer's case is answered as not found.
 */
export async function findWriterWithoutNumber({ db }: Services, caller: Caller, caseId: number): Promise<WriterWithoutNumber> {
  const { rows } = await sql<Row>`
    select w.id as "conversationID", g.id as "incomingID", g.given_number as number,
      g.given_number in (c.phone, c.mobile) as "isInCase"
    from cases c
    left join lateral (
      select v.id
      from conversations v
      where v.customer_id = c.customer_id and v.case_id = c.id and v.channel = 'whatsapp' and v.state <> 'spam'
        and v.address ~ ${personIdPattern}
      order by v.last_at desc
      limit 1) w on true
    left join lateral (
      select m.id, m.given_number
      from incoming_messages m
      where m.customer_id = c.customer_id and m.conversation_id = w.id and m.given_number is not null
      order by m.id desc
      limit 1) g on true
    where c.id = ${caseId} and c.customer_id = any(${caller.customerIds}::bigint[])`.execute(db)
  const [found] = rows
  if (!found) throw new AppError('case.notFound')
  const { conversationID, incomingID, number, isInCase } = found
  if (conversationID === null || isInCase) return { writer: null }
  if (incomingID === null || number === null) return { writer: { conversationID, given: null } }
  const shown = maySeePersonalData(caller) ? number : maskOfSender({ address: number, name: '' })(number)
  return { writer: { conversationID, given: { incomingID, number: shown } } }
}
