import { sql } from 'kysely'
import { AppError } from '../../../platform/app-error.ts'
import type { Db } from '../../../platform/db/database.ts'
import type { Caller } from '../../../platform/http/caller.ts'
import { readPhone } from '../../../platform/phone-number.ts'
import type { Services } from '../../../services.ts'
import { changeCaseFields } from '../../cases/change-case.ts'
import { findFields } from '../../fields/find-fields.ts'

type Place = { conversationID: number; incomingID: number }
type Given = { customerId: number; caseId: number | null; scriptId: number; number: string }

// Where a number belongs; a script need not have all of these fields.
const fieldsOf = { mobile: ['mobiel', 'telefoon2', 'telefoon1'], other: ['telefoon1', 'telefoon2', 'mobiel'] }

/** Takes the number that a person gave over into the fields of their case, by the rules of those fields. Nothing does so by itself. */
export async function takeNumber(services: Services, caller: Caller, place: Place): Promise<void> {
  const { customerId, caseId, scriptId, number } = await findGiven(services.db, caller, place)
  if (caseId === null) throw new AppError('conversation.notTied')
  const read = readPhone(number)
  const keys = 'number' in read && read.isMobile ? fieldsOf.mobile : fieldsOf.other
  const definitions = await findFields(services.db, customerId, scriptId)
  const field = keys.find((key) => definitions.some((one) => one.key === key && one.editable !== false))
  if (field === undefined) throw new AppError('message.noNumberField')
  await changeCaseFields(services, caller, { caseId, version: null }, { [field]: number })
}

async function findGiven(db: Db, { customerIds }: Caller, { conversationID, incomingID }: Place): Promise<Given> {
  const { rows } = await sql<Given>`
    select m.customer_id as "customerId", m.case_id as "caseId", coalesce(b.script_id, 0) as "scriptId",
      m.given_number as number
    from incoming_messages m
    left join cases c on c.customer_id = m.customer_id and c.id = m.case_id
    left join batches b on b.customer_id = c.customer_id and b.id = c.batch_id
    where m.customer_id = any(${customerIds}::bigint[]) and m.conversation_id = ${conversationID}
      and m.id = ${incomingID} and m.given_number is not null`.execute(db)
  const [found] = rows
  if (!found) throw new AppError('conversation.notFound')
  return found
}
