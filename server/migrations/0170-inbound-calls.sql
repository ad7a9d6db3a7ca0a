-- The report of calls looks up holds and offers that rang out: few of all calls have either.
create index desk_calls_held on desk_calls (customer_id, communication_id, user_id) include (hold_seconds)
  where hold_seconds > 0;
create index desk_calls_missed on desk_calls (customer_id, communication_id, queue_id) where missed;

-- A call that came in: `recipient` is who called, the `sender` of its text the number that they called. It is written
-- down once, by the name that the exchange gave it (idempotency_key).
alter table communications add column inbound boolean not null default false;
alter table queue_calls add column inbound boolean not null default false;
create index scripts_caller_id on scripts (caller_id) where caller_id <> '';
