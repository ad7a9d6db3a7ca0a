import type { Locale } from '@regie/contract/locale.ts'
import { sql } from 'kysely'
import { carrierOf, type RegisteredProvider } from '../../../gateways/registered-provider.ts'
import type { Transaction } from '../../../platform/db/database.ts'
import { notifyEngine } from '../../case-runs/notify-engine.ts'
import { answerMinutes } from '../../contact-permission/contact-permission.ts'
import { smsSender } from '../../templates/senders.ts'
import { queueMessage } from '../queue-message.ts'

// In the alphabet of an SMS, so that each is one part with a name of 40 characters.
const texts: Record<Locale, (customer: string) => string> = {
  nl: (customer) => `U ontvangt geen sms meer van ${customer}. Antwoord START om ze weer te krijgen.`,
  eng: (customer) => `You will get no more SMS from ${customer}. Reply START to get them again.`,
  fr: (customer) => `Vous ne recevrez plus de SMS de ${customer}. Répondez START pour en recevoir à nouveau.`,
}

// Each costs an SMS: START and STOP in turn send no more than one a day.
const againMs = 24 * 3_600_000

type Stopped = { incomingId: number; number: string; caseId: number | null }

/**
 * One SMS to who asked for no more, where the customer wants that: by the provider that brought it, about the case that we last wrote about. Who was
 * never written to about a case gets none, nor does who is on the list for another reason or was confirmed within the last day.
 */
export async function confirmStop(
  tx: Transaction,
  provider: RegisteredProvider,
  { incomingId, number, caseId }: Stopped,
  now: Date,
): Promise<void> {
  const { customerId } = provider
  const { rows } = await sql<{ caseId: number; batchId: number; locale: Locale; customerName: string }>`
    select c.id as "caseId", c.batch_id as "batchId", c.locale, k.name as "customerName"
    from customers k
    join cases c on c.customer_id = k.id and c.id = coalesce(${caseId}::bigint, (
      select m.case_id from communications m
      where m.customer_id = k.id and m.person = ${number} and m.channel = 'sms'
      order by m.id desc
      limit 1))
    where k.id = ${customerId} and k.stop_confirmation
      and not exists (
        select from blacklist l
        where l.customer_id = k.id and l.kind = 'phone' and l.value = lower(${number})
          and (l.reason <> 'request' or l.added_by <> '' or l.script_id is not null or l.system_key is not null)
          and l.removed_at is null
          and (l.expires_at is null or l.expires_at > ${now}))
      and not exists (
        select from communications m
        where m.customer_id = k.id and m.person = lower(${number}) and m.confirms_stop
          and m.queued_at > ${new Date(now.getTime() - againMs)})`.execute(tx)
  const [about] = rows
  if (!about) return
  const carrier = carrierOf(provider)
  const answersUntil = new Date(now.getTime() + answerMinutes * 60_000)
  await queueMessage(
    tx,
    {
      ...{ customerId, caseId: about.caseId, batchId: about.batchId, channel: 'sms', recipient: number, carrier, answersUntil },
      ...{ subject: '', text: texts[about.locale](about.customerName), html: null, templateRevisionId: null },
      sender: carrier.sender || smsSender(about.customerName),
      permission: { ok: true, reason: null, nextAt: null },
      confirmsStop: true,
      goesFirst: true,
      idempotencyKey: `stop:${incomingId}`,
    },
    now,
  )
  await notifyEngine(tx)
}
