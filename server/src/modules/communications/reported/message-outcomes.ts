import type { MessageOutcome } from '@regie/contract/message-report.ts'

type OfMessages = Exclude<MessageOutcome, 'unsubscribed'>

/** SQL: messages that tried to leave; of the others nobody is the worse or the better. */
export const hasLeft = (one: string) => `${one}.state in ('sent', 'unknown', 'failed', 'refused')`

/** SQL: messages that failed, as the index communications_failed has them. */
export const hasFailed = (one: string) => `(${one}.state in ('failed', 'refused') or ${one}.delivery = 'failed')`

/** SQL: what is known of the reading of a message `m`, and of its text; both within the moments $from and $until, since texts stand by month. */
export const messageJoins = (from: string, until: string) => `
    left join mail_readings r on m.channel = 'email' and r.customer_id = m.customer_id and r.communication_id = m.id
    left join communication_contents t
      on t.customer_id = m.customer_id and t.communication_id = m.id and t.queued_at = m.queued_at
      and t.queued_at >= ${from} and t.queued_at < ${until}`

/**
 * SQL: is a message `m`, joined as above, one that this number counts? The report and the list of cases behind it ask the same. A mail that others get
 * too says of nobody that they read it, so it is not measured (mail-tracking/tracked-html.ts).
 */
export const outcomeSql: Record<OfMessages, string> = {
  all: 'true',
  sent: `m.state = 'sent'`,
  unknown: `m.state = 'unknown'`,
  delivered: `m.delivery in ('delivered', 'read')`,
  read: `m.delivery = 'read'`,
  failed: hasFailed('m'),
  measured: `(r.communication_id is not null or (m.channel = 'email' and m.state = 'sent' and t.is_measured))`,
  opened: 'r.opened_at is not null',
  maybeOpened: '(r.opened_at is null and r.maybe_opened_at is not null)',
  clicked: 'r.clicked_at is not null',
  answered: `exists (
      select
      from incoming_messages i
      where i.customer_id = m.customer_id and i.communication_id = m.id and i.kind = 'message')`,
}

/** SQL: who said, by link, mail or word, that they want no more mail, between two moments: the case by which they said it. */
export const unsubscribedSql = (from: string, until: string) => `
    from blacklist l
    where l.customer_id = $1 and l.kind = 'email' and l.reason = 'unsubscribed'
      and l.added_at >= ${from} and l.added_at < ${until} and l.case_id is not null`
