import { sql } from 'kysely'
import type { Transaction } from '../../../platform/db/database.ts'

/** Takes away what providers told about who paid by the links of these cases, and their pages. Amounts and moments stay. */
export async function forgetLinks(tx: Transaction, customerId: number, caseIds: readonly number[]): Promise<void> {
  const links = sql`
    select id from payment_links where customer_id = ${customerId} and case_id = any(${caseIds}::bigint[])`
  await sql`
    update payment_events set detail = '{}'
    where customer_id = ${customerId} and payment_link_id in (${links}) and detail <> '{}'`.execute(tx)
  await sql`
    update payment_requests
    set image_urls = '{}', page_url = case when page_url is null then null else '' end,
      provider_ref = case when provider_ref is null then null else '' end
    where customer_id = ${customerId} and payment_link_id in (${links})`.execute(tx)
}
