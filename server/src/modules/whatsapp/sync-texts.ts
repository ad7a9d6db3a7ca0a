import type { WhatsappTexts } from '@regie/contract/whatsapp-texts.ts'
import { sql } from 'kysely'
import { GatewayUnavailable } from '../../gateways/gateway-errors.ts'
import type { ListedText, NumberState } from '../../gateways/whatsapp/whatsapp-gateway.ts'
import { type Caller, mustAccessCustomer } from '../../platform/http/caller.ts'
import type { Transaction } from '../../platform/db/database.ts'
import type { Services } from '../../services.ts'
import { listWhatsappTexts } from './list-texts.ts'
import { numbersOf } from './whatsapp-numbers.ts'

/** Fetches the texts and the state of all numbers of a customer. What a number that does not answer had before stays. */
export async function syncTexts(services: Services, caller: Caller, customerId: number): Promise<WhatsappTexts> {
  mustAccessCustomer(caller, customerId, 'customer.notFound')
  const failed = await syncCustomer(services, customerId)
  return { ...(await listWhatsappTexts(services, caller, customerId)), failed }
}

/** Answers the names of those that did not answer. */
export async function syncCustomer(services: Services, customerId: number, only?: number): Promise<string[]> {
  const { db, clock, log } = services
  const failed: string[] = []
  for (const { providerId, name, gateway } of await numbersOf(services, customerId)) {
    if (only !== undefined && only !== providerId) continue
    try {
      const [texts, state] = [await gateway.listTexts(), await gateway.numberState()]
      await db.transaction().execute((tx) => keep(tx, { customerId, providerId }, texts, state, clock.now()))
    } catch (error) {
      if (!(error instanceof GatewayUnavailable)) throw error
      log.warn({ err: error, providerId }, 'the texts of a WhatsApp number were not fetched')
      failed.push(name ?? '')
    }
  }
  return failed
}

type Place = { customerId: number; providerId: number }

async function keep(
  tx: Transaction,
  { customerId, providerId }: Place,
  texts: readonly ListedText[],
  state: NumberState,
  at: Date,
): Promise<void> {
  const rows = [...new Map(texts.map((text) => [`${text.name} ${text.language}`, text])).values()].map(
    ({ name, language, status, category, quality, header, headerKind, body, footer, buttons }) => ({
      ...{ name, language, status, category, quality },
      parts: { header, ...(headerKind && { headerKind }), body, footer, buttons },
    }),
  )
  await sql`
    delete from whatsapp_texts
    where customer_id = ${customerId} and provider_id = ${providerId}`.execute(tx)
  await sql`
    insert into whatsapp_texts (customer_id, provider_id, name, language, status, category, quality, parts, synced_at)
    select ${customerId}, ${providerId}, name, language, status, category, quality, parts, ${at}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as t(name text, language text, status text, category text,
      quality text, parts jsonb)`.execute(tx)
  await sql`
    insert into whatsapp_numbers (customer_id, provider_id, daily_limit, quality, display_number, synced_at)
    values (${customerId}, ${providerId}, ${state.dailyLimit}, ${state.quality}, ${state.displayNumber}, ${at})
    on conflict (customer_id, provider_id) do update set daily_limit = excluded.daily_limit,
      quality = excluded.quality, display_number = excluded.display_number, synced_at = excluded.synced_at`.execute(tx)
}

/** Every hour: all customers that have a number at Meta. */
export async function syncAllTexts(services: Services, signal: AbortSignal): Promise<void> {
  const rows = await services.db
    .selectFrom('providers')
    .select('customer_id')
    .distinct()
    .where('kind', '=', 'whatsapp-cloud')
    .where('state', '<>', 'off')
    .orderBy('customer_id')
    .execute()
  for (const { customer_id } of rows) if (!signal.aborted) await syncCustomer(services, customer_id)
}
