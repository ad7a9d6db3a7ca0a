-- A case that closes ends the promise that runs; which that was is known, so that undoing it opens it again.
alter table payment_promises
  add column ended_by_closing boolean not null default false,
  add constraint payment_promises_ended_check check (not ended_by_closing or state in ('kept', 'cancelled'));

update payment_promise_parts q
set state = 'paid'
from payment_promises p
join cases c on c.customer_id = p.customer_id and c.id = p.case_id
where q.customer_id = p.customer_id
  and q.promise_id = p.id
  and p.state = 'open'
  and c.status = 'closed'
  and c.result = 'BET';

update payment_promises p
set state = case when c.result = 'BET' then 'kept' else 'cancelled' end, ended_by_closing = true
from cases c
where c.customer_id = p.customer_id and c.id = p.case_id and c.status = 'closed' and p.state = 'open';
