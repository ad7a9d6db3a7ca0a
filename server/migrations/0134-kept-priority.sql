-- A message that stands in the queue again, since its cancelling was undone or because it failed, has the priority
-- that it had.
alter table communications add column priority smallint not null default 3 check (priority between 1 and 5);

update communications c
set priority = o.priority
from outbox o
where o.customer_id = c.customer_id and o.communication_id = c.id and o.priority <> 3;
