import { sql } from 'kysely'
import type { JobPayload } from '../../jobs/job-catalogue.ts'
import type { Transaction } from '../../platform/db/database.ts'
import type { Services } from '../../services.ts'
import { type Reader, readerColumns } from '../contacts/due-subscriptions.ts'
import { mayBeMailed } from './may-be-mailed.ts'
import { queueNewsMail } from '../system-mail/queue-system-mail.ts'
import { eventMail } from './news-words.ts'

/** Job: mails the active contacts who want to hear of this, each once for this cause, however often it runs. */
export async function mailSubscribers(
  services: Pick<Services, 'db' | 'clock' | 'config'>,
  { customerId, key, cause, scriptIds, about, count, until, figure }: JobPayload<'mailSubscribers'>,
): Promise<void> {
  const { db, clock, config } = services
  await db.transaction().execute(async (tx) => {
    const { rows: wanting } = await sql<Reader>`
      select ${readerColumns}
      from contact_subscriptions s
      join contacts c on c.customer_id = s.customer_id and c.id = s.contact_id
      left join users u on u.id = c.user_id
      where s.customer_id = ${customerId} and s.key = ${key} and c.active and c.email <> ''
        and (s.script_ids is null or s.script_ids && ${scriptIds}::bigint[])`.execute(tx)
    const allowed: Reader[] = []
    for (const reader of wanting) if (await mayBeMailed(tx, key, reader, clock.now())) allowed.push(reader)
    const { rows: fresh } = await sql<{ id: number }>`
      insert into subscription_mails (customer_id, contact_id, key, cause, at)
      select ${customerId}, id, ${key}, ${cause}, ${clock.now()}
      from unnest(${allowed.map(({ contactId }) => contactId)}::bigint[]) id
      on conflict do nothing
      returning contact_id as id`.execute(tx)
    const readers = allowed.filter(({ contactId }) => fresh.some(({ id }) => id === contactId))
    if (readers.length === 0) return
    const { name: customer } = await tx.selectFrom('customers').select('name').where('id', '=', customerId).executeTakeFirstOrThrow()
    const script = await namesOf(tx, customerId, scriptIds)
    for (const { contactId, userId, email, locale, name } of readers)
      await queueNewsMail(tx, services, {
        ...{ kind: key, userId, recipient: email, locale },
        mail: eventMail(
          key,
          { about, script, count, until, figure: figure ?? null },
          { locale, name, customer, contactId, secretKey: config.secretKey, publicUrl: config.publicUrl },
        ),
      })
  })
}

const namesMax = 5

async function namesOf(tx: Transaction, customerId: number, scriptIds: readonly number[]): Promise<string> {
  if (scriptIds.length === 0) return ''
  const scripts = await tx
    .selectFrom('scripts')
    .select('name')
    .where('customer_id', '=', customerId)
    .where('id', 'in', scriptIds)
    .orderBy('name')
    .limit(namesMax)
    .execute()
  const names = scripts.map(({ name }) => name).join(', ')
  return scriptIds.length > scripts.length ? `${names} (+${scriptIds.length - scripts.length})` : names
}
