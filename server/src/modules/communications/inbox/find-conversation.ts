import type { Conversation } from '@regie/contract/inbox.ts'
import { sql } from 'kysely'
import { AppError } from '../../../platform/app-error.ts'
import type { Caller } from '../../../platform/http/caller.ts'
import type { Services } from '../../../services.ts'
import { maySeePersonalData } from '../../fields/masks.ts'
import { isWithoutNumber } from '../manual-messages/asking-words.ts'
import { findVisitor } from '../web-chat/answer-visitor.ts'
import { listItems } from './conversation-items.ts'
import {
  conversationColumns,
  conversationTables,
  findConversationMasks,
  maskOfSender,
  type FoundConversation,
  maySeeCaseOf,
  shownConversation,
} from './conversation-row.ts'
import { proposeCases } from './propose-cases.ts'
import { findMayUntie } from './untie-conversation.ts'

/** A conversation with its last lines, or those before a moment; another customer's is answered as not found. */
export async function findConversation(
  services: Services,
  caller: Caller,
  conversationId: number,
  before: string | undefined,
): Promise<Conversation> {
  const { rows } = await sql<FoundConversation>`
    select ${conversationColumns}
    from ${conversationTables}
    where v.id = ${conversationId} and v.customer_id = any(${caller.customerIds}::bigint[])`.execute(services.db)
  const [found] = rows
  if (!found) throw new AppError('conversation.notFound')
  const masks = await findConversationMasks(services.pool, caller, [found])
  const masked = (text: string) => masks(found, text)
  const maskedNumber = (address: string) => (maySeePersonalData(caller) ? address : maskOfSender({ address, name: '' })(address))
  const { items, hasOlder } = await listItems(services.db, found, { masked, maskedNumber, before, withCase: maySeeCaseOf(caller) })
  const visitor =
    found.channel === 'webchat'
      ? await findVisitor(services.db, services, { customerId: found.customerID, conversationId }, services.clock.now())
      : null
  const proposals = found.caseID === null && found.state !== 'spam' ? await proposeCases(services, caller, found) : []
  const mayUntie = found.caseID !== null && (await findMayUntie(services.db, found.customerID, conversationId))
  const more = { customerID: found.customerID, items, hasOlder, proposals, visitor, mayUntie }
  return { ...shownConversation(found, masks, caller), ...more, isWithoutNumber: isWithoutNumber(found.channel, found.address) }
}
