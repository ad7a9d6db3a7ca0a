-- What the columns of case_variants should hold, counted anew from payments, messages and complaints. Nothing reads it
-- while the product runs: the demo's past is filled from it, and a test compares both.
create or replace view case_variants_recounted with (security_invoker = true) as
  select v.customer_id, v.case_id, v.step_key, p.paid_cents, p.settled_at, m.contacts, k.complaints
  from case_variants v
  cross join lateral (
    select coalesce(sum(amount_cents), 0)::bigint as paid_cents,
      min(at) filter (where v.owed_cents > 0 and total >= v.owed_cents) as settled_at
    from (
      select amount_cents, at, sum(amount_cents) over (order by at, id) as total
      from payments
      where customer_id = v.customer_id and case_id = v.case_id and withdrawn_at is null and currency = v.currency
        and at >= v.divided_at and paid_on >= day_of(v.divided_at)) since) p
  cross join lateral (
    select count(*)::int as contacts
    from communications
    where customer_id = v.customer_id and case_id = v.case_id and state = 'sent' and not inbound
      and sent_at >= v.divided_at) m
  cross join lateral (
    select count(*)::int as complaints
    from complaints
    where customer_id = v.customer_id and case_id = v.case_id and kind = 'complaint' and at >= v.divided_at) k;
