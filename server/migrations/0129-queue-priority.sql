-- What waits is sent in the order of its template's priority (1 high to 5 low), and within one in the order in which
-- it was due. outbox_due stays: what a batch sends next is asked for without regard to priority.
alter table outbox add column priority smallint not null default 3 check (priority between 1 and 5);
create index outbox_by_priority on outbox (channel, customer_id, batch_id, priority, next_at, communication_id);
