-- A closing that is undone queues a link again as what it was: one that no pause for a promise holds.
alter table communications add column for_promise boolean not null default false;
update communications c
set for_promise = true
from outbox o
where o.customer_id = c.customer_id and o.communication_id = c.id and o.for_promise;
