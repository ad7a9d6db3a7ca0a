import { intlLocale, type Locale } from '@regie/contract/locale.ts'
import { sql } from 'kysely'
import type { Transaction } from '../../platform/db/database.ts'
import { spokenText } from '../../platform/screen-texts.ts'
import type { Services } from '../../services.ts'
import { type Reader, readerColumns } from '../contacts/due-subscriptions.ts'
import { fileNameOf } from '../files/store-upload.ts'
import { queueSystemMessage } from '../system-mail/queue-system-mail.ts'
import type { Reason, Turn } from './delivered-file.ts'

type About = { customerId: number; deliveryId: number; importId: number | null; fileName: string }

/** Mails what became of a file to the contacts who get that, in the transaction that says so. The rows that were refused stay behind the sign-in. */
export async function mailResult(
  tx: Transaction,
  services: Services,
  about: About,
  turn: Exclude<Turn, { state: 'importing' }>,
): Promise<void> {
  const { customerId, deliveryId, importId, fileName } = about
  const { rows } = await sql<Reader & { delivery: string }>`
    select ${readerColumns}, d.name as delivery
    from file_deliveries d
    join contacts c on c.customer_id = d.customer_id and c.id = any(d.contact_ids)
    left join users u on u.id = c.user_id
    where d.customer_id = ${customerId} and d.id = ${deliveryId} and c.active and c.email <> ''
    order by c.id`.execute(tx)
  const place = importId === null ? '/admin/deliveries' : `/files/upload?importID=${importId}`
  const link = `${services.config.publicUrl}${place}`
  for (const { userId, email, locale, name, delivery } of rows) {
    const values = { name, delivery, file: fileNameOf(fileName), link }
    const message = { channel: 'email', userId, recipient: email, locale } as const
    if (turn.state === 'imported')
      await queueSystemMessage(tx, services, {
        ...message,
        kind: 'deliveryImported',
        values: { ...values, ...countsIn(turn.counts, locale) },
      })
    else {
      const kind = turn.state === 'refused' ? 'deliveryRefused' : 'deliveryWaits'
      await queueSystemMessage(tx, services, { ...message, kind, values: { ...values, reason: wordsOf(turn.reason, locale) } })
    }
  }
}

function countsIn({ rows, cases, refused, amounts }: Extract<Turn, { state: 'imported' }>['counts'], locale: Locale) {
  const number = new Intl.NumberFormat(intlLocale[locale])
  const money = amounts.map(({ currency, cents }) =>
    new Intl.NumberFormat(intlLocale[locale], { style: 'currency', currency }).format(cents / 100),
  )
  return { rows: number.format(rows), cases: number.format(cases), refused: number.format(refused), amount: money.join(' + ') || '–' }
}

/** A refusal as the screens say it. */
function wordsOf({ error, params }: Reason, locale: Locale): string {
  const shown = typeof params.at === 'string' ? { ...params, at: momentOf(params.at, locale) } : params
  return spokenText(locale, `refusals.${error}`, shown) ?? error
}

const momentOf = (at: string, locale: Locale) =>
  new Intl.DateTimeFormat(intlLocale[locale], { timeZone: 'Europe/Amsterdam', dateStyle: 'long', timeStyle: 'short' }).format(new Date(at))
