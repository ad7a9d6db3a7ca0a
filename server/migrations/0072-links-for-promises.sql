-- A link that staff send to a person who promised to pay: the pause that waits for the promised day does not hold it.
alter table outbox add column for_promise boolean not null default false;
