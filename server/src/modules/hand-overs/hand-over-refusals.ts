import { sql } from 'kysely'
import { openCents } from '../cases/money/open-amount.ts'
import { linkIsUnderWay } from '../payment-links/valid-link.ts'

/**
 * SQL: the code of an error that says why case `c` of batch `b` cannot be handed over; null where it can. Nothing goes of which money came or may come at
 * this moment, that somebody promised to pay, or that is disputed: whoever gets it would collect what is not owed.
 */
export const handOverRefusal = (now: Date, { mayUnlock }: { mayUnlock: boolean }) => sql<string | null>`case
      when c.anonymous_at is not null then 'case.anonymous'
      when ${isHandedOver} then 'case.handedOver'
      when coalesce(${sql.raw(openCents('c'))}, 0) = 0 then 'handOver.nothingOpen'
      when c.status = 'closed' then 'case.alreadyClosed'
      when b.locked_at is not null and not ${mayUnlock}::boolean then 'batch.locked'
      when c.live_state in ('calling', 'transferred', 'transferring', 'human', 'voicemail', 'incall') or exists (
        select from communications m
        where m.customer_id = c.customer_id and m.case_id = c.id and m.in_air) then 'case.inCall'
      when exists (
        select from payment_links l
        where l.customer_id = c.customer_id and l.case_id = c.id and ${linkIsUnderWay(now)}
      ) then 'handOver.paymentUnderWay'
      when exists (
        select from payment_promises p
        where p.customer_id = c.customer_id and p.case_id = c.id and p.state = 'open') then 'handOver.promiseRuns'
      when coalesce(c.status = 'paused' and c.paused_for in ('dispute', 'complaint'), false) or exists (
        select from complaints k
        where k.customer_id = c.customer_id and k.case_id = c.id and k.resolved_at is null) then 'handOver.disputed'
    end`

/** SQL: somebody else has case `c` at this moment. */
const isHandedOver = sql`exists (
        select from hand_over_cases h
        where h.customer_id = c.customer_id and h.case_id = c.id and h.state = 'handedOver')`
