-- Keeps how many payment links stand how, and what they ask, by the day on which they were made: each statement writes
-- its differences as rows of payment_link_changes, and add_up_links() moves them into the totals, as kept-money.sql
-- does with money.
create or replace function keep_payment_links() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into payment_link_changes (customer_id, batch_id, day, currency, state, has_ended, reached, marked, links,
      cents)
    select customer_id, batch_id, day_of(created_at), currency, state, ended_for is not null, reached, marked, count(*),
      sum(amount_cents)
    from new_rows
    group by 1, 2, 3, 4, 5, 6, 7, 8;
  else
    insert into payment_link_changes (customer_id, batch_id, day, currency, state, has_ended, reached, marked, links,
      cents)
    select customer_id, batch_id, day_of(created_at), currency, state, ended_for is not null, reached, marked,
      sum(sign), sum(sign * amount_cents)
    from (
      select customer_id, batch_id, created_at, currency, state, ended_for, reached, marked, amount_cents, 1 as sign
      from new_rows
      union all
      select customer_id, batch_id, created_at, currency, state, ended_for, reached, marked, amount_cents, -1
      from old_rows) r
    group by 1, 2, 3, 4, 5, 6, 7, 8
    having sum(sign) <> 0 or sum(sign * amount_cents) <> 0;
  end if;
  return null;
end $$;

create or replace trigger keep_payment_links_inserted after insert on payment_links
  referencing new table as new_rows
  for each statement execute function keep_payment_links();
create or replace trigger keep_payment_links_updated after update on payment_links
  referencing old table as old_rows new table as new_rows
  for each statement execute function keep_payment_links();

-- Moves up to so many differences into the totals, and answers how many there were. It alone writes the totals, so the
-- sum of both tables is the same before and after.
create or replace function add_up_links(at_once int) returns int language sql as $$
  with gone as (
    delete from payment_link_changes
    where (customer_id, id) in (
      select customer_id, id
      from payment_link_changes
      order by customer_id, id
      limit at_once
      for update skip locked)
    returning *
  ), moved as (
    insert into payment_link_days as t (customer_id, script_id, day, currency, state, has_ended, reached, marked, links,
      cents)
    select g.customer_id, b.script_id, g.day, g.currency, g.state, g.has_ended, g.reached, g.marked, sum(g.links),
      sum(g.cents)
    from gone g
    join batches b on b.customer_id = g.customer_id and b.id = g.batch_id
    where not b.is_demo
    group by 1, 2, 3, 4, 5, 6, 7, 8
    having sum(g.links) <> 0 or sum(g.cents) <> 0
    order by 1, 3, 2, 4, 5, 6, 7, 8
    on conflict (customer_id, day, script_id, currency, state, has_ended, reached, marked) do update set
      links = t.links + excluded.links,
      cents = t.cents + excluded.cents
  )
  select count(*)::int
  from gone
$$;

-- The totals of this moment: what is added up, and what came since.
create or replace view payment_link_days_now with (security_invoker = true) as
  select customer_id, script_id, day, currency, state, has_ended, reached, marked, links, cents
  from payment_link_days
  union all
  select m.customer_id, b.script_id, m.day, m.currency, m.state, m.has_ended, m.reached, m.marked, m.links, m.cents
  from payment_link_changes m
  join batches b on b.customer_id = m.customer_id and b.id = m.batch_id
  where not b.is_demo;

-- The same counted anew from links, events and payments: tests compare both.
create or replace view payment_link_days_recounted with (security_invoker = true) as
  select l.customer_id, b.script_id, day_of(l.created_at) as day, l.currency, l.state,
    l.ended_for is not null as has_ended, r.reached::smallint as reached, m.marked, count(*)::int as links,
    sum(l.amount_cents)::bigint as cents
  from payment_links l
  join batches b on b.customer_id = l.customer_id and b.id = l.batch_id
  cross join lateral (
    select coalesce(max(case e.state when 'link_clicked' then 1 else 2 end), 0) as reached
    from payment_events e
    where e.customer_id = l.customer_id and e.payment_link_id = l.id
      and e.state in ('link_clicked', 'bank_opened', 'in_progress', 'canceled')) r
  cross join lateral (
    select l.state = 'paid' and exists (
      select from payments p
      where p.customer_id = l.customer_id and p.case_id = l.case_id and p.payment_link_id = l.id
        and p.booked_by is not null and p.withdrawn_at is null) as marked) m
  where not b.is_demo
  group by 1, 2, 3, 4, 5, 6, 7, 8;
