import type { ListedWhatsappText, WhatsappNumber, WhatsappTexts } from '@regie/contract/whatsapp-texts.ts'
import type { ApprovedText } from '@regie/contract/whatsapp.ts'
import { sql } from 'kysely'
import { type Caller, mustAccessCustomer } from '../../platform/http/caller.ts'
import type { Services } from '../../services.ts'
import { countBegunToday } from '../communications/whatsapp-limit/begun-today.ts'

type TextRow = Pick<ListedWhatsappText, 'name' | 'language' | 'status' | 'category' | 'quality' | 'providerName'> & {
  parts: Omit<ApprovedText, 'name' | 'language'>
}

/** The texts of a customer as they were last fetched; those that can be sent first. */
export async function listWhatsappTexts({ db, clock }: Services, caller: Caller, customerId: number): Promise<WhatsappTexts> {
  mustAccessCustomer(caller, customerId, 'customer.notFound')
  const { rows } = await sql<TextRow>`
    select w.name, w.language, w.status, w.category, w.quality, w.parts, p.name as "providerName"
    from whatsapp_texts w
    left join providers p on p.customer_id = w.customer_id and p.id = w.provider_id
    where w.customer_id = ${customerId}
    order by w.status <> 'APPROVED', w.name, w.language, w.provider_id`.execute(db)
  const begun = await countBegunToday(db, customerId, clock.now())
  const { rows: numbers } = await sql<Omit<WhatsappNumber, 'usedToday' | 'syncedAt'> & { id: number; syncedAt: Date }>`
    select n.provider_id as id, nullif(n.provider_id, 0) as "providerID", p.name, n.display_number as "displayNumber",
      n.quality, n.daily_limit as "dailyLimit", n.synced_at as "syncedAt"
    from whatsapp_numbers n
    left join providers p on p.customer_id = n.customer_id and p.id = n.provider_id
    where n.customer_id = ${customerId}
    order by n.provider_id`.execute(db)
  return {
    texts: rows.map(({ parts, ...row }) => ({ ...row, ...parts })),
    numbers: numbers.map(({ id, syncedAt, ...one }) => ({ ...one, usedToday: begun.get(id) ?? 0, syncedAt: syncedAt.toISOString() })),
    failed: [],
  }
}
