import { sql } from 'kysely'
import type { Services } from '../../services.ts'
import { recordReading } from '../communications/mail-tracking/record-reading.ts'
import { trackedHtml } from '../communications/mail-tracking/tracked-html.ts'
import { mailTracked } from '../communications/mail-tracking/tracking-token.ts'
import { paymentLinkUrl } from '../cases/money/payment-link-url.ts'
import type { MailExtras } from '../templates/mail-extras.ts'

type Mail = { id: number; html: string | null; mail: MailExtras | null }

// Of each demo customer: what was read earlier was opened in its own turn.
const latest = 1_000
const openedMax = 100
const image = /\/o\/([0-9a-z]+\.[0-9a-f]{32})"/
const links = /\/k\/([0-9a-z]+\.[0-9a-f]{32})\?u=([^"]+)"/g

/** Whoever reads a mail, as the simulated provider says, loads the image by which it is noted, where its template asks for that. */
export async function readersAct(services: Services): Promise<void> {
  const { rows } = await sql<Mail>`
    select m.id, t.html, t.mail
    from customers k
    cross join lateral (
      select customer_id, id, queued_at, channel, state, delivery, simulated
      from communications
      where customer_id = k.id
      order by id desc
      limit ${latest}) m
    join communication_contents t on t.customer_id = m.customer_id and t.communication_id = m.id
      and t.queued_at = m.queued_at
    left join mail_readings r on r.customer_id = m.customer_id and r.communication_id = m.id
    where k.is_demo and m.channel = 'email' and m.state = 'sent' and m.delivery = 'read' and m.simulated
      and t.mail ? 'track' and r.opened_at is null
    order by m.id
    limit ${openedMax}`.execute(services.db)
  for (const mail of rows) {
    const id = mailTracked(services.config.secretKey, image.exec(asSent(services, mail))?.[1] ?? '', null)
    if (id !== null) await recordReading(services, { id, kind: 'opened', isPerhapsProgram: false })
  }
}

/** Who goes to their payment page goes there by the mail that holds its address, where they got one that notes it. */
export async function followFromMail(services: Services, link: { customerId: number; caseId: number; token: string }): Promise<void> {
  const { db, config } = services
  const target = paymentLinkUrl(config.publicUrl, link.token)
  const { rows } = await sql<Mail>`
    select m.id, t.html, t.mail
    from communications m
    join communication_contents t on t.customer_id = m.customer_id and t.communication_id = m.id
      and t.queued_at = m.queued_at
    where m.customer_id = ${link.customerId} and m.case_id = ${link.caseId} and m.channel = 'email' and m.state = 'sent'
      and m.delivery in ('delivered', 'read') and m.simulated and t.mail ? 'track'
    order by m.id desc
    limit 20`.execute(db)
  for (const mail of rows)
    for (const [, token = '', address = ''] of asSent(services, mail).matchAll(links)) {
      const id = decodeURIComponent(address) === target ? mailTracked(config.secretKey, token, target) : null
      if (id === null) continue
      await recordReading(services, { id, kind: 'clicked', isPerhapsProgram: false })
      return
    }
}

const asSent = ({ config }: Services, mail: Mail) => trackedHtml(config, mail) ?? ''
