-- The money of batch_money and money_days counted anew from cases, payments and promises: tests compare both.
-- security_invoker: a view reads with the rights of its owner unless it says otherwise.
create or replace view case_money_recounted with (security_invoker = true) as
  select c.customer_id, c.id as case_id, c.batch_id, c.currency, c.status <> 'closed' as is_open, c.result,
    c.outstanding_cents, day_of(c.created_at) as day, p.paid, p.soon, q.promised, q.due
  from cases c
  cross join lateral (
    select coalesce(sum(amount_cents), 0)::bigint as paid,
      coalesce(sum(amount_cents) filter (
        where paid_on - day_of(c.created_at) <= 30), 0)::bigint as soon
    from payments
    where customer_id = c.customer_id and case_id = c.id and withdrawn_at is null) p
  left join lateral (
    select greatest(0, total.cents - since.cents)::bigint as promised, next.due
    from payment_promises m
    cross join lateral (
      select sum(amount_cents) as cents
      from payment_promise_parts
      where customer_id = m.customer_id and promise_id = m.id) total
    cross join lateral (
      select coalesce(sum(amount_cents), 0) as cents
      from payments
      where customer_id = m.customer_id and case_id = m.case_id and withdrawn_at is null and at >= m.at) since
    left join lateral (
      select q.due
      from payment_promise_parts q
      where q.customer_id = m.customer_id
        and q.promise_id = m.id
        and since.cents < (
          select sum(amount_cents)
          from payment_promise_parts
          where customer_id = q.customer_id and promise_id = q.promise_id and no <= q.no)
      order by q.no
      limit 1) next on true
    where m.customer_id = c.customer_id and m.case_id = c.id and m.state = 'open') q on true;

create or replace view batch_money_recounted with (security_invoker = true) as
  select customer_id, batch_id, currency,
    count(*) filter (where is_open and outstanding_cents > paid)::int as open_cases,
    sum(coalesce(outstanding_cents, paid))::bigint as claimed_cents,
    coalesce(sum(greatest(0, outstanding_cents - paid)) filter (where is_open), 0)::bigint as outstanding_cents,
    sum(case when outstanding_cents < paid then outstanding_cents else paid end)::bigint as paid_cents,
    count(*) filter (where is_open and promised > 0)::int as promises,
    coalesce(sum(promised) filter (where is_open), 0)::bigint as promised_cents,
    count(*) filter (where is_open and result = 'TOEV')::int as broken
  from case_money_recounted
  group by customer_id, batch_id, currency;

create or replace view money_days_recounted with (security_invoker = true) as
  select r.customer_id, b.script_id, r.day, r.currency, sum(cases)::int as cases, sum(claimed)::bigint as claimed_cents,
    sum(soon)::bigint as paid_soon_cents, sum(promises)::int as promises, sum(promised)::bigint as promised_cents,
    sum(receipts)::int as receipts, sum(received)::bigint as received_cents, sum(barred)::int as barred
  from (
    select customer_id, batch_id, currency, day, 1 as cases, coalesce(outstanding_cents, paid) as claimed,
      case when outstanding_cents < soon then outstanding_cents else soon end as soon,
      0 as promises, 0 as promised, 0 as receipts, 0 as received, 0 as barred
    from case_money_recounted
    union all
    select customer_id, batch_id, currency, due, 0, 0, 0, 1, promised, 0, 0, 0
    from case_money_recounted
    where is_open and promised > 0
    union all
    select p.customer_id, c.batch_id, p.currency, p.paid_on, 0, 0, 0, 0, 0, 1, p.amount_cents, 0
    from payments p
    join cases c on c.customer_id = p.customer_id and c.id = p.case_id
    where p.withdrawn_at is null
    union all
    select customer_id, batch_id, currency, barred_on, 0, 0, 0, 0, 0, 0, 0, 1
    from cases
    where barred_on is not null and status <> 'closed') r
  join batches b on b.customer_id = r.customer_id and b.id = r.batch_id
  where not b.is_demo
  group by r.customer_id, b.script_id, r.day, r.currency;
