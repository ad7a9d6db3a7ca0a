import type { BeginVisit } from '@regie/contract/web-chat.ts'
import { sql } from 'kysely'
import { AppError } from '../../../platform/app-error.ts'
import type { Transaction } from '../../../platform/db/database.ts'
import { tryThrice } from '../../../platform/db/try-thrice.ts'
import { numberOf } from '../../../platform/phone-number.ts'
import { hashToken } from '../../../platform/security/secret-token.ts'
import type { Services } from '../../../services.ts'
import { receiveMessage } from '../incoming/receive-message.ts'
import { noProvider, type Tied } from '../incoming/received-message.ts'
import type { SiteChat } from './find-web-chat-page.ts'
import { staffingOf } from './staffing.ts'
import { type FoundVisit, keyOf } from './visits.ts'

type Reaching = Pick<Services, 'db' | 'clock'>

// Who has written so much in one conversation is no visitor any more.
const messagesMax = 500

/** Begins a conversation with the first message of a visitor; sent again with the same token and key, it is the same. */
export async function beginVisit({ db, clock }: Reaching, chat: SiteChat, begin: BeginVisit, simulated = false): Promise<void> {
  const { customerId, hours } = chat
  const { token, key, name, text, locale } = begin
  // As the blacklist and the masks know it.
  const contact = begin.contact.includes('@') ? begin.contact.toLowerCase() : numberOf(begin.contact)
  const now = clock.now()
  if (!chat.isOn) throw new AppError('webChat.off')
  if (contact === '' && !staffingOf(hours, now).isStaffed) throw new AppError('webChat.contactMissing', { field: 'contact' })
  const tokenHash = hashToken(token)
  const address = `visitor-${tokenHash.toString('hex').slice(0, 32)}`
  await tryThrice(() =>
    db.transaction().execute(async (tx) => {
      const saved = await receiveMessage(tx, { ...from({ customerId, address, name }, { key, text }), cameAt: now }, now)
      if (saved?.conversationId == null) return
      await tx
        .insertInto('web_chat_visits')
        .values({
          ...{ customer_id: customerId, conversation_id: saved.conversationId, token_hash: tokenHash, begin_key: key, contact, locale },
          ...{ begun_at: now, simulated },
        })
        // Another first message by the same token is a message of the visit that there is.
        .onConflict((conflict) => conflict.doNothing())
        .execute()
    }),
  )
}

type Written = { key: string; text: string }

/** Saves what a visitor writes, once for its key; in the case to which staff tied the conversation, if they did. */
export function writeInVisit({ db, clock }: Reaching, visit: FoundVisit, written: Written): Promise<void> {
  if (!visit.isOn) throw new AppError('webChat.off')
  const now = clock.now()
  return tryThrice(() =>
    db.transaction().execute(async (tx) => {
      const tiedTo = await lockTie(tx, visit)
      await mustBeFew(tx, visit)
      await receiveMessage(tx, { ...from(visit, written), tiedTo, cameAt: now }, now)
    }),
  )
}

function from({ customerId, address, name }: Pick<FoundVisit, 'customerId' | 'address' | 'name'>, { key, text }: Written) {
  const sender = { sender: address, senderName: name }
  const bytes = Buffer.byteLength(text)
  return {
    customerId,
    providerId: noProvider,
    channel: 'webchat',
    key: keyOf(address, key),
    ...sender,
    text,
    bytes,
    answered: null,
  } as const
}

type Tie = { caseId: number | null; batchId: number | null }

/** The case of the conversation at this moment, held until the message stands: everybody locks the case first. */
async function lockTie(tx: Transaction, { customerId, conversationId }: FoundVisit): Promise<Tied | null> {
  const find = async (locking: boolean) => {
    const { rows } = await sql<Tie>`
      select v.case_id as "caseId", (
          select c.batch_id
          from cases c
          where c.customer_id = v.customer_id and c.id = v.case_id) as "batchId"
      from conversations v
      where v.customer_id = ${customerId} and v.id = ${conversationId}
      ${locking ? sql`for update` : sql``}`.execute(tx)
    return rows[0]
  }
  const before = await find(false)
  if (before?.caseId != null)
    await sql`select from cases where customer_id = ${customerId} and id = ${before.caseId} for no key update`.execute(tx)
  const locked = await find(true)
  if (!locked) throw new AppError('webChat.visitUnknown')
  // Staff tied it between the two; the page of the visitor sends it again.
  if (locked.caseId !== before?.caseId) throw new AppError('server.busy')
  return locked.caseId === null || locked.batchId === null ? null : { caseId: locked.caseId, batchId: locked.batchId }
}

async function mustBeFew(tx: Transaction, { customerId, conversationId }: FoundVisit): Promise<void> {
  const { rows } = await sql`
    select
    from incoming_messages
    where customer_id = ${customerId} and conversation_id = ${conversationId}
    offset ${messagesMax - 1}
    limit 1`.execute(tx)
  if (rows.length > 0) throw new AppError('webChat.tooLong')
}
