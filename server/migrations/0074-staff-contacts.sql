-- What staff send and call by hand holds the script: its next contact waits for the rest of so many days, whatever caps
-- a customer has. Of what was sent before only calls are known to be by hand.
alter table communications add column by_hand boolean not null default false;
update communications c
set by_hand = true
from manual_calls h
where h.customer_id = c.customer_id and h.communication_id = c.id;
create index communications_by_hand on communications (customer_id, person, queued_at) where by_hand;
alter table customers
  add column quiet_days_after_staff smallint not null default 1
    constraint customers_quiet_days_check check (quiet_days_after_staff between 0 and 14);
