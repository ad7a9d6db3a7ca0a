-- A case that closes ends the promise that runs; which that was is known, so that undoing it opens it again.
alter table payment_promises
  add column ended_by_closing boolean not null default false,
  add constraint payment_promises_ended_check check (not ended_by_closing or state in ('kept', 'cancelled'));

with ended as materialized (
  select p.customer_id, p.id, c.result = 'BET' or (
      select sum(q.amount_cents)
      from payment_promise_parts q
      where q.customer_id = p.customer_id and q.promise_id = p.id) <= (
      select coalesce(sum(m.amount_cents), 0)
      from payments m
      where m.customer_id = p.customer_id and m.case_id = p.case_id and m.at >= p.at and m.withdrawn_at is null)
    as is_kept
  from payment_promises p
  join cases c on c.customer_id = p.customer_id and c.id = p.case_id
  where p.state = 'open' and c.status = 'closed'
), parts_paid as (
  update payment_promise_parts q
  set state = 'paid'
  from ended e
  where q.customer_id = e.customer_id and q.promise_id = e.id and e.is_kept
)
update payment_promises p
set state = case when e.is_kept then 'kept' else 'cancelled' end, ended_by_closing = true
from ended e
where p.customer_id = e.customer_id and p.id = e.id;
