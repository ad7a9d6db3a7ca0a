import type { SentNotice } from '@regie/contract/claim/notice-term.ts'
import type { DebtHelp, DebtLaw, InterestStop, Interruption, ProposedInterruption } from '@regie/contract/debt-law.ts'
import { isoText, prepared } from '../../platform/db/prepared.ts'
import type { Caller } from '../../platform/http/caller.ts'
import type { Services } from '../../services.ts'
import { formalLetters } from './formal-letters.ts'
import { findCustomerOfCase } from '../cases/case-queries.ts'
import { findTextMask } from '../cases/masks/case-mask.ts'

const interruptionsOfCase = prepared<Interruption>(
  'interruptions-of-case',
  `select i.id as "interruptionID", i.on_day::text as on, i.how, i.note, i.by_user as by, ${isoText('i.at')} as at,
    case
      when i.withdrawn_at is not null
        then json_build_object('at', ${isoText('i.withdrawn_at')}, 'by', i.withdrawn_by, 'reason', i.withdrawn_reason)
    end as withdrawn
  from interruptions i
  where i.customer_id = $1 and i.case_id = $2
  order by i.on_day desc, i.id desc`,
)

// Who pays a part or promises to pay may acknowledge the claim by it (art. 3:318 BW). Of each the newest.
const proposalsOfCase = prepared<ProposedInterruption>(
  'proposed-interruptions',
  `with since as (
    select coalesce(max(on_day), '-infinity') as day
    from interruptions
    where customer_id = $1 and case_id = $2 and withdrawn_at is null)
  (select p.paid_on::text as on, 'payment' as how, p.amount_cents as "amountCents"
  from payments p, since
  where p.customer_id = $1 and p.case_id = $2 and p.withdrawn_at is null and p.paid_on > since.day
  order by p.paid_on desc, p.id desc
  limit 1)
  union all
  (select day_of(p.at)::text, 'acknowledgement', (
      select sum(q.amount_cents)::bigint
      from payment_promise_parts q
      where q.customer_id = p.customer_id and q.promise_id = p.id)
  from payment_promises p, since
  where p.customer_id = $1 and p.case_id = $2 and p.state <> 'cancelled' and day_of(p.at) > since.day
  order by p.at desc
  limit 1)`,
)

const debtHelpOfCase = prepared<DebtHelp>(
  'debt-help-of-case',
  `select d.kind, d.organisation, d.reference, d.began_on::text as "beganOn", d.ends_on::text as "endsOn",
    d.by_user as by, ${isoText('d.at')} as at
  from debt_help d
  where d.customer_id = $1 and d.case_id = $2 and d.ended_on is null`,
)

const interestStopsOfCase = prepared<InterestStop>(
  'interest-stops-of-case',
  `select d.began_on::text as from, d.ended_on::text as until, d.kind
  from debt_help d
  join customers k on k.id = d.customer_id and k.debt_help_stops_interest
  where d.customer_id = $1 and d.case_id = $2
  order by d.began_on, d.id`,
)

// Costs are owed by the first one that was right.
const noticeOfCase = prepared<SentNotice>(
  'notice-of-case',
  `select day_of(n.at)::text as on, n.by
  from ${formalLetters('$1', '$2')} n
  order by n.at
  limit 1`,
)

/** What the law on debts asks to be known of a case beside its fields. */
export async function findDebtLaw({ pool }: Pick<Services, 'pool'>, caller: Caller, caseId: number): Promise<DebtLaw> {
  const customerId = await findCustomerOfCase(pool, caller, caseId)
  const [interruptions, proposals, [debtHelp = null], interestStops, [notice = null], mask] = await Promise.all([
    interruptionsOfCase(pool, [customerId, caseId]),
    proposalsOfCase(pool, [customerId, caseId]),
    debtHelpOfCase(pool, [customerId, caseId]),
    interestStopsOfCase(pool, [customerId, caseId]),
    noticeOfCase(pool, [customerId, caseId]),
    findTextMask(pool, caller, caseId),
  ])
  return {
    interruptions: interruptions.map(({ withdrawn, ...one }) => ({
      ...one,
      note: mask(one.note),
      withdrawn: withdrawn && { ...withdrawn, reason: mask(withdrawn.reason) },
    })),
    proposals,
    debtHelp: debtHelp && { ...debtHelp, organisation: mask(debtHelp.organisation), reference: mask(debtHelp.reference) },
    interestStops,
    notice,
  }
}
