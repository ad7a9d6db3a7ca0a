-- Keeps what cases owe, promised and paid by batch, currency and day: each statement writes its differences as rows of
-- money_changes, and add_up_money() moves them into the totals (docs/decisions/0004-counters-by-triggers.md).

-- The day of a moment, as the calendar in the Netherlands has it.
create or replace function day_of(moment timestamptz) returns date language sql immutable parallel safe as $$
  select (moment at time zone 'Europe/Amsterdam')::date
$$;

-- What the columns of cases say of their payments and their open promises: the nth of `customers` has the nth of
-- `case_ids`. The cases are locked first, so that of two that write at once the later one sees both. Its plan is made
-- once for each connection: making it takes longer than the work for one case.
create or replace function add_up_case_money(customers bigint[], case_ids bigint[]) returns void language plpgsql
set plan_cache_mode = force_generic_plan as $$
begin
  perform 1
  from unnest(customers, case_ids) as wanted(customer_id, id)
  join cases c on c.customer_id = wanted.customer_id and c.id = wanted.id
  order by c.customer_id, c.id
  for update of c;
  update cases c
  set paid_cents = s.paid, paid_on = s.last, paid_soon_cents = s.soon, promised_cents = s.promised, promised_on = s.due
  from (
    select c.customer_id, c.id, p.paid, p.last, p.soon, q.promised, q.due
    from unnest(customers, case_ids) as wanted(customer_id, id)
    join cases c on c.customer_id = wanted.customer_id and c.id = wanted.id
    cross join lateral (
      select coalesce(sum(amount_cents), 0)::bigint as paid, max(paid_on) as last,
        coalesce(sum(amount_cents) filter (where paid_on <= day_of(c.created_at) + 30), 0)::bigint as soon
      from payments
      where customer_id = c.customer_id and case_id = c.id and withdrawn_at is null) p
    -- What came in since the promise covers its parts in their order.
    cross join lateral (
      select coalesce(sum(still), 0)::bigint as promised, min(due) filter (where still > 0) as due
      from (
        select q.due,
          least(q.amount_cents, greatest(0, sum(q.amount_cents) over (order by q.no) - coalesce((
            select sum(amount_cents)
            from payments
            where customer_id = c.customer_id and case_id = c.id and withdrawn_at is null and at >= m.at),
            0))) as still
        from payment_promises m
        join payment_promise_parts q on q.customer_id = m.customer_id and q.promise_id = m.id
        where m.customer_id = c.customer_id and m.case_id = c.id and m.state = 'open') parts) q) s
  where c.customer_id = s.customer_id
    and c.id = s.id
    and (c.paid_cents, c.paid_on, c.paid_soon_cents, c.promised_cents, c.promised_on)
      is distinct from (s.paid, s.last, s.soon, s.promised, s.due);
end $$;

create or replace function keep_case_money() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into money_changes (customer_id, batch_id, currency, day, cases, open_cases, claimed_cents,
      outstanding_cents, paid_cents, paid_soon_cents, broken)
    select customer_id, batch_id, currency, day_of(created_at), count(*),
      count(*) filter (where status <> 'closed' and outstanding_cents > paid_cents),
      coalesce(sum(coalesce(outstanding_cents, paid_cents)), 0),
      coalesce(sum(outstanding_cents - least(paid_cents, outstanding_cents)) filter (where status <> 'closed'), 0),
      coalesce(sum(least(paid_cents, coalesce(outstanding_cents, paid_cents))), 0),
      coalesce(sum(least(paid_soon_cents, coalesce(outstanding_cents, paid_soon_cents))), 0),
      count(*) filter (where status <> 'closed' and result = 'TOEV')
    from new_rows
    group by 1, 2, 3, 4;
    insert into money_changes (customer_id, batch_id, currency, day, barred)
    select customer_id, batch_id, currency, barred_on, count(*)
    from new_rows
    where barred_on is not null and status <> 'closed'
    group by 1, 2, 3, 4;
    return null;
  end if;
  insert into money_changes (customer_id, batch_id, currency, day, cases, open_cases, claimed_cents,
    outstanding_cents, paid_cents, paid_soon_cents, promises, promised_cents, broken, barred)
  select *
  from (
    select customer_id, batch_id, currency, day, sum(cases) as cases,
      coalesce(sum(sign) filter (where cases <> 0 and is_open and outstanding_cents > paid_cents), 0) as open_cases,
      coalesce(sum(sign * coalesce(outstanding_cents, paid_cents)) filter (where cases <> 0), 0) as claimed,
      coalesce(sum(sign * (outstanding_cents - least(paid_cents, outstanding_cents)))
        filter (where cases <> 0 and is_open), 0) as outstanding,
      coalesce(sum(sign * least(paid_cents, coalesce(outstanding_cents, paid_cents)))
        filter (where cases <> 0), 0) as paid,
      coalesce(sum(sign * least(paid_soon_cents, coalesce(outstanding_cents, paid_soon_cents)))
        filter (where cases <> 0), 0) as soon,
      coalesce(sum(sign) filter (where cases = 0 and barred = 0), 0) as promises,
      coalesce(sum(sign * promised_cents) filter (where cases = 0 and barred = 0), 0) as promised,
      coalesce(sum(sign) filter (where cases <> 0 and is_open and result = 'TOEV'), 0) as broken,
      sum(barred) as barred
    from (
      select r.*, status <> 'closed' as is_open, d.*
      from (
        select customer_id, batch_id, currency, created_at, status, result, outstanding_cents, paid_cents,
          paid_soon_cents, promised_cents, promised_on, barred_on, 1 as sign
        from new_rows
        union all
        select customer_id, batch_id, currency, created_at, status, result, outstanding_cents, paid_cents,
          paid_soon_cents, promised_cents, promised_on, barred_on, -1
        from old_rows) r
      -- A case stands at the day on which it came in, what it promised at the day of the promise, and that it becomes
      -- time-barred at that day.
      cross join lateral (
        select day_of(created_at) as day, sign as cases, 0 as barred
        union all
        select promised_on, 0, 0
        where promised_cents > 0 and status <> 'closed'
        union all
        select barred_on, 0, sign
        where barred_on is not null and status <> 'closed') d) r
    group by 1, 2, 3, 4) changed
  where cases <> 0 or open_cases <> 0 or claimed <> 0 or outstanding <> 0 or paid <> 0 or soon <> 0 or promises <> 0
    or promised <> 0 or broken <> 0 or barred <> 0;
  return null;
end $$;

create or replace trigger keep_case_money_inserted after insert on cases
  referencing new table as new_rows
  for each statement execute function keep_case_money();
create or replace trigger keep_case_money_updated after update on cases
  referencing old table as old_rows new table as new_rows
  for each statement execute function keep_case_money();

-- A payment stands in the batch of its case. A server of the version before, which runs on while a new one comes up,
-- names none: what it books is kept all the same.
create or replace function name_batch_of_payment() returns trigger language plpgsql as $$
begin
  select batch_id into new.batch_id from cases where customer_id = new.customer_id and id = new.case_id;
  return new;
end $$;

create or replace trigger payment_batch_named before insert on payments
  for each row when (new.batch_id is null) execute function name_batch_of_payment();

-- Money that came in, or whose booking was taken back.
create or replace function keep_payments() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into money_changes (customer_id, batch_id, currency, day, receipts, received_cents)
    select customer_id, batch_id, currency, paid_on, count(*), sum(amount_cents)
    from new_rows
    where withdrawn_at is null
    group by 1, 2, 3, 4;
  else
    insert into money_changes (customer_id, batch_id, currency, day, receipts, received_cents)
    select customer_id, batch_id, currency, paid_on, sum(sign), sum(sign * amount_cents)
    from (
      select customer_id, batch_id, currency, paid_on, amount_cents, 1 as sign from new_rows where withdrawn_at is null
      union all
      select customer_id, batch_id, currency, paid_on, amount_cents, -1 from old_rows where withdrawn_at is null) p
    group by 1, 2, 3, 4
    having sum(sign) <> 0 or sum(sign * amount_cents) <> 0;
  end if;
  perform add_up_case_money(array_agg(customer_id), array_agg(case_id))
  from (select distinct customer_id, case_id from new_rows) changed;
  return null;
end $$;

create or replace trigger keep_payments_inserted after insert on payments
  referencing new table as new_rows
  for each statement execute function keep_payments();
create or replace trigger keep_payments_updated after update on payments
  referencing old table as old_rows new table as new_rows
  for each statement execute function keep_payments();

-- A promise that is kept, broken or cancelled is money to come no more.
create or replace function keep_promises() returns trigger language plpgsql as $$
begin
  -- Closing a case asks for its promises twice, and mostly there are none.
  if not exists (select from new_rows) then
    return null;
  end if;
  perform add_up_case_money(array_agg(customer_id), array_agg(case_id))
  from (select distinct customer_id, case_id from new_rows) changed;
  return null;
end $$;

create or replace trigger keep_promises_updated after update on payment_promises
  referencing new table as new_rows
  for each statement execute function keep_promises();

create or replace function keep_promise_parts() returns trigger language plpgsql as $$
begin
  perform add_up_case_money(array_agg(customer_id), array_agg(case_id))
  from (
    select distinct p.customer_id, p.case_id
    from new_rows q
    join payment_promises p on p.customer_id = q.customer_id and p.id = q.promise_id) changed;
  return null;
end $$;

create or replace trigger keep_promise_parts_inserted after insert on payment_promise_parts
  referencing new table as new_rows
  for each statement execute function keep_promise_parts();

-- Moves up to so many differences into the totals, and answers how many there were. It alone writes the totals, so the
-- sum of both tables is the same before and after.
create or replace function add_up_money(at_once int) returns int language sql as $$
  with gone as (
    delete from money_changes
    where (customer_id, id) in (
      select customer_id, id
      from money_changes
      order by customer_id, id
      limit at_once
      for update skip locked)
    returning *
  ), batches_moved as (
    insert into batch_money as t
    select customer_id, batch_id, currency, sum(open_cases), sum(claimed_cents), sum(outstanding_cents),
      sum(paid_cents), sum(promises), sum(promised_cents), sum(broken)
    from gone
    group by customer_id, batch_id, currency
    order by customer_id, batch_id, currency
    on conflict (customer_id, batch_id, currency) do update set
      open_cases = t.open_cases + excluded.open_cases,
      claimed_cents = t.claimed_cents + excluded.claimed_cents,
      outstanding_cents = t.outstanding_cents + excluded.outstanding_cents,
      paid_cents = t.paid_cents + excluded.paid_cents,
      promises = t.promises + excluded.promises,
      promised_cents = t.promised_cents + excluded.promised_cents,
      broken = t.broken + excluded.broken
  ), days_moved as (
    insert into money_days as t
    select g.customer_id, b.script_id, g.day, g.currency, sum(g.cases), sum(g.claimed_cents), sum(g.paid_soon_cents),
      sum(g.promises), sum(g.promised_cents), sum(g.receipts), sum(g.received_cents), sum(g.barred)
    from gone g
    join batches b on b.customer_id = g.customer_id and b.id = g.batch_id
    where not b.is_demo
    group by g.customer_id, b.script_id, g.day, g.currency
    order by g.customer_id, b.script_id, g.day, g.currency
    on conflict (customer_id, script_id, day, currency) do update set
      cases = t.cases + excluded.cases,
      claimed_cents = t.claimed_cents + excluded.claimed_cents,
      paid_soon_cents = t.paid_soon_cents + excluded.paid_soon_cents,
      promises = t.promises + excluded.promises,
      promised_cents = t.promised_cents + excluded.promised_cents,
      receipts = t.receipts + excluded.receipts,
      received_cents = t.received_cents + excluded.received_cents,
      barred = t.barred + excluded.barred
  )
  select count(*)::int
  from gone
$$;

-- The totals of this moment: what is added up, and what came since.
create or replace view batch_money_now with (security_invoker = true) as
  select customer_id, batch_id, currency, sum(open_cases)::int as open_cases,
    sum(claimed_cents)::bigint as claimed_cents, sum(outstanding_cents)::bigint as outstanding_cents,
    sum(paid_cents)::bigint as paid_cents, sum(promises)::int as promises,
    sum(promised_cents)::bigint as promised_cents, sum(broken)::int as broken
  from (
    select customer_id, batch_id, currency, open_cases, claimed_cents, outstanding_cents, paid_cents, promises,
      promised_cents, broken
    from batch_money
    union all
    select customer_id, batch_id, currency, open_cases, claimed_cents, outstanding_cents, paid_cents, promises,
      promised_cents, broken
    from money_changes) m
  group by customer_id, batch_id, currency;

create or replace view money_days_now with (security_invoker = true) as
  select customer_id, script_id, day, currency, cases, claimed_cents, paid_soon_cents, promises, promised_cents,
    receipts, received_cents, barred
  from money_days
  union all
  select m.customer_id, b.script_id, m.day, m.currency, m.cases, m.claimed_cents, m.paid_soon_cents, m.promises,
    m.promised_cents, m.receipts, m.received_cents, m.barred
  from money_changes m
  join batches b on b.customer_id = m.customer_id and b.id = m.batch_id
  where not b.is_demo;
