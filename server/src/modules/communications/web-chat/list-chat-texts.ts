import type { Locale } from '@regie/contract/locale.ts'
import type { ResponseOf } from '@regie/contract/endpoint.ts'
import type { inboxApi } from '@regie/contract/inbox.ts'
import { sql } from 'kysely'
import { AppError } from '../../../platform/app-error.ts'
import type { Caller } from '../../../platform/http/caller.ts'
import type { Services } from '../../../services.ts'
import { tryRendering } from '../../templates/render-template.ts'
import { listTexts } from '../../templates/template-queries.ts'

type Found = { customerId: number; locale: Locale; customerName: string }

/**
 * The texts of the customer for an SMS, which are short and plain, in the language of the visitor, else Dutch. Only those that ask for nothing of a case: a
 * visitor is whoever they say they are.
 */
export async function listChatTexts({ db }: Services, caller: Caller, conversationId: number): Promise<ResponseOf<typeof inboxApi.texts>> {
  const { rows } = await sql<Found>`
    select v.customer_id as "customerId", coalesce(w.locale, 'nl') as locale, k.name as "customerName"
    from conversations v
    join customers k on k.id = v.customer_id
    left join web_chat_visits w on w.customer_id = v.customer_id and w.conversation_id = v.id
    where v.id = ${conversationId} and v.customer_id = any(${caller.customerIds}::bigint[])`.execute(db)
  const [found] = rows
  if (!found) throw new AppError('conversation.notFound')
  const texts = await listTexts(db, found.customerId, 'sms')
  return texts
    .filter(({ options }) => options.offered)
    .flatMap(({ key, name, texts: its }) => {
      const rendered = tryRendering(its, { opdrachtgever: found.customerName }, found.locale)
      return Array.isArray(rendered) ? [] : [{ key, name, text: rendered.text }]
    })
}
