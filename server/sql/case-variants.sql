-- Keeps what came of the cases that an experiment divided: what was paid, how often they were contacted, what was
-- complained about. Rows of several cases are locked in the order of their cases, so that two senders cannot deadlock.

create or replace function lock_case_variants(customers bigint[], case_ids bigint[]) returns boolean
language plpgsql set plan_cache_mode = force_generic_plan as $$
begin
  perform 1
  from unnest(customers, case_ids) as wanted(customer_id, case_id)
  join case_variants v on v.customer_id = wanted.customer_id and v.case_id = wanted.case_id
  order by v.customer_id, v.case_id, v.step_key
  for update of v;
  return found;
end $$;

-- Money that came in since the case was divided, and when it covered what was open then. It follows keep_payments by
-- its name, which has locked the cases: of two payments of one case the later one sees both.
create or replace function keep_variants_paid() returns trigger language plpgsql as $$
declare
  customers bigint[];
  case_ids bigint[];
begin
  select array_agg(customer_id), array_agg(case_id)
  into customers, case_ids
  from (select distinct customer_id, case_id from new_rows) changed;
  if customers is null or not lock_case_variants(customers, case_ids) then return null; end if;
  update case_variants v
  set paid_cents = s.paid, settled_at = s.settled
  from (
    select v.customer_id, v.case_id, v.step_key, p.paid, p.settled
    from unnest(customers, case_ids) as wanted(customer_id, case_id)
    join case_variants v on v.customer_id = wanted.customer_id and v.case_id = wanted.case_id
    cross join lateral (
      select coalesce(sum(amount_cents), 0)::bigint as paid,
        min(at) filter (where v.owed_cents > 0 and total >= v.owed_cents) as settled
      from (
        select amount_cents, at, sum(amount_cents) over (order by at, id) as total
        from payments
        where customer_id = v.customer_id and case_id = v.case_id and withdrawn_at is null
          and currency = v.currency and at >= v.divided_at and paid_on >= day_of(v.divided_at)) since) p) s
  where v.customer_id = s.customer_id
    and v.case_id = s.case_id
    and v.step_key = s.step_key
    and (v.paid_cents, v.settled_at) is distinct from (s.paid, s.settled);
  return null;
end $$;

create or replace trigger keep_variants_paid_inserted after insert on payments
  referencing new table as new_rows
  for each statement execute function keep_variants_paid();
create or replace trigger keep_variants_paid_updated after update on payments
  referencing new table as new_rows
  for each statement execute function keep_variants_paid();

-- Messages and calls that left. Who calls us is not contacted by us.
create or replace function keep_variants_contacted() returns trigger language plpgsql as $$
declare
  customers bigint[];
  case_ids bigint[];
begin
  select array_agg(n.customer_id), array_agg(n.case_id)
  into customers, case_ids
  from new_rows n
  join old_rows o on o.customer_id = n.customer_id and o.id = n.id
  where (n.state = 'sent') <> (o.state = 'sent') and not n.inbound;
  if customers is null or not lock_case_variants(customers, case_ids) then return null; end if;
  update case_variants v
  set contacts = greatest(0, v.contacts + d.contacts)
  from (
    select n.customer_id, n.case_id, sum(case when n.state = 'sent' then 1 else -1 end)::int as contacts
    from new_rows n
    join old_rows o on o.customer_id = n.customer_id and o.id = n.id
    where (n.state = 'sent') <> (o.state = 'sent') and not n.inbound
    group by n.customer_id, n.case_id) d
  where v.customer_id = d.customer_id and v.case_id = d.case_id;
  return null;
end $$;

create or replace trigger keep_variants_contacted_updated after update on communications
  referencing old table as old_rows new table as new_rows
  for each statement execute function keep_variants_contacted();

create or replace function keep_variants_complaints() returns trigger language plpgsql as $$
begin
  update case_variants v
  set complaints = v.complaints + d.complaints
  from (
    select customer_id, case_id, count(*)::int as complaints
    from new_rows
    where kind = 'complaint'
    group by customer_id, case_id) d
  where v.customer_id = d.customer_id and v.case_id = d.case_id;
  return null;
end $$;

create or replace trigger keep_variants_complaints_inserted after insert on complaints
  referencing new table as new_rows
  for each statement execute function keep_variants_complaints();
