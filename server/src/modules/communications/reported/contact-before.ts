import { attributionDays } from '@regie/contract/cost-report.ts'

/** SQL: a message or call by us that left. */
export const leftUs = (one: string) => `${one}.state = 'sent' and not ${one}.inbound`

// Of a call that nobody picked up a person knows nothing.
const hasArrived = (one: string) => `case ${one}.channel
    when 'call' then ${one}.delivery in ('answered', 'transferred', 'voicemail')
    else ${one}.delivery is distinct from 'failed' end`

const isBeforeMoney = (at: string) => `${at} <= least(p.at, (p.paid_on + 1)::timestamp at time zone 'Europe/Amsterdam')
        and ${at} > least(p.at, (p.paid_on + 1)::timestamp at time zone 'Europe/Amsterdam')
          - interval '${attributionDays} days'`

/**
 * SQL: the channel that the money of a payment `p` counts for, null for none, by the rule of the contract (`attributionDays`). What is booked later than it
 * was paid counts by the end of the day on which it was paid.
 */
export const channelOfMoney = `(
    select contact.channel
    from ((
      select m.channel, m.sent_at as at, m.id
      from communications m
      where m.customer_id = p.customer_id and m.case_id = p.case_id and ${leftUs('m')} and ${hasArrived('m')}
        and ${isBeforeMoney('m.sent_at')}
      order by m.sent_at desc, m.id desc
      limit 1)
      union all (
      select 'letter', l.handed_at, l.id
      from letters l
      where l.customer_id = p.customer_id and l.case_id = p.case_id and l.state = 'handedOver'
        and ${isBeforeMoney('l.handed_at')}
      order by l.handed_at desc, l.id desc
      limit 1)) contact
    order by contact.at desc, contact.id desc
    limit 1)`
