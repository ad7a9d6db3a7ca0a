import type { ComplianceProfileName } from '@regie/contract/customers.ts'
import type { RequestOf } from '@regie/contract/endpoint.ts'
import type { inboxApi, VisitorChat } from '@regie/contract/inbox.ts'
import type { Locale } from '@regie/contract/locale.ts'
import { type RawBuilder, sql } from 'kysely'
import { channelProviders, type Gateways } from '../../../gateways/gateways.ts'
import { AppError } from '../../../platform/app-error.ts'
import type { Db, Transaction } from '../../../platform/db/database.ts'
import { tryThrice } from '../../../platform/db/try-thrice.ts'
import { type Caller, mustAccessCustomer } from '../../../platform/http/caller.ts'
import type { Services } from '../../../services.ts'
import { publishCaseChanged, selectCaseForUpdate } from '../../cases/case-changes.ts'
import { type CaseFacts, findContactFacts } from '../../contact-facts/contact-facts.ts'
import { chatPermission, isAnswer } from '../../contact-permission/chat-permission.ts'
import { complianceProfile } from '../../contact-permission/compliance-profile.ts'
import { recordTimeline } from '../../timeline/record-timeline.ts'
import { noteAnswered } from '../inbox/note-answered.ts'
import { lockConversation } from '../inbox/work-on-conversation.ts'

type Found = {
  profile: ComplianceProfileName
  wroteAt: Date | null
  isListed: boolean
  caseId: number | null
  isHere: boolean
  isOff: boolean
  locale: Locale
  simulated: boolean
}

/** The visitor of a conversation, with whether staff may write now; null where the conversation is of no visitor. */
export async function findVisitor(
  db: Db,
  { gateways }: Pick<Services, 'gateways'>,
  { customerId, conversationId }: { customerId: number; conversationId: number },
  now: Date,
): Promise<VisitorChat | null> {
  const { rows } = await sql<Found>`
    select k.compliance_profile as profile, w.locale, w.simulated, coalesce(w.here_until > ${now}, false) as "isHere",
      not c.is_on as "isOff", v.case_id as "caseId", (
        select max(m.came_at)
        from incoming_messages m
        where m.customer_id = v.customer_id and m.conversation_id = v.id) as "wroteAt",
      exists (
        select
        from blacklist l
        where l.customer_id = v.customer_id and l.kind in ('phone', 'email') and l.value = any(${contactValues})
          and l.removed_at is null and (l.expires_at is null or l.expires_at > ${now})) as "isListed"
    from conversations v
    join web_chat_visits w on w.customer_id = v.customer_id and w.conversation_id = v.id
    join web_chats c on c.customer_id = v.customer_id
    join customers k on k.id = v.customer_id
    where v.customer_id = ${customerId} and v.id = ${conversationId}`.execute(db)
  const [found] = rows
  if (!found) return null
  const { isHere, locale, simulated } = found
  const shown = { isHere, locale, simulated }
  const { profile, wroteAt, isListed, isOff, caseId } = found
  // Nothing that is written would reach the page.
  if (isOff || wroteAt === null) return { ok: false, reason: 'noProvider', nextAt: null, ...shown }
  const isOfCase = caseId !== null && !isAnswer(wroteAt, now)
  const ofCase = isOfCase ? await findCaseFacts(db, gateways, { customerId, caseId }, now) : null
  return { ...chatPermission({ profile: complianceProfile[profile], wroteAt, isListed, ofCase, simulated }, now), ...shown }
}

async function findCaseFacts(db: Db, gateways: Gateways, one: { customerId: number; caseId: number }, now: Date): Promise<CaseFacts> {
  const facts = (await findContactFacts(db, channelProviders(gateways), [one], now)).get(one.caseId)
  if (!facts) throw new Error(`case ${one.caseId} is gone`)
  return facts
}

// A number as people type it, and as the blacklist keeps it.
const contactValues: RawBuilder<string[]> = sql`array[lower(w.contact),
          regexp_replace(regexp_replace(w.contact, '[^0-9+]', '', 'g'), '^(0031|0)', '+31')]`

type Answer = RequestOf<typeof inboxApi.answer>['body']

/** Answers the visitor of a conversation, once for its key; the page of the visitor shows it at once. Nothing of a case goes along. */
export function answerVisitor(services: Services, caller: Caller, conversationId: number, { key, text }: Answer): Promise<void> {
  const { db, clock } = services
  return tryThrice(() =>
    db.transaction().execute(async (tx) => {
      const tied = await caseOf(tx, caller, conversationId)
      const found = tied === null ? null : await selectCaseForUpdate(tx, tied)
      if (found) mustAccessCustomer(caller, found.customerId, 'conversation.notFound')
      const { customerId, caseId, channel, state } = await lockConversation(tx, caller, conversationId)
      if (channel !== 'webchat') throw new AppError('conversation.notFound')
      if (caseId !== tied) throw new AppError('server.busy')
      const at = clock.now()
      const visitor = await findVisitor(tx, services, { customerId, conversationId }, at)
      if (!visitor?.ok || state === 'spam') throw new AppError('payment.contactRefused', { field: 'text' })
      const saved = await tx
        .insertInto('conversation_answers')
        .values({ customer_id: customerId, conversation_id: conversationId, key, user_id: caller.userId, text, at })
        .onConflict((conflict) => conflict.doNothing())
        .returning('id')
        .executeTakeFirst()
      if (!saved) return
      await noteAnswered(tx, {
        ...{ customerId, caseId, channel, conversationId, recipient: '', userId: caller.userId, text, at, isPlanned: false },
      })
      if (!found) return
      const params = { answerID: saved.id, text: text.slice(0, 1_000).toWellFormed() }
      await recordTimeline(tx, [{ customerId, caseId: found.caseId, event: 'webchatSent', params, byUser: caller.username, at }])
      await publishCaseChanged(tx, found)
    }),
  )
}

async function caseOf(tx: Transaction, { customerIds }: Caller, conversationId: number): Promise<number | null> {
  const row = await tx
    .selectFrom('conversations')
    .select('case_id')
    .where('id', '=', conversationId)
    .where('customer_id', 'in', [0, ...customerIds])
    .executeTakeFirst()
  if (!row) throw new AppError('conversation.notFound')
  return row.case_id
}
