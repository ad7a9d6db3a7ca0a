-- The report of calls looks up holds and offers that rang out: few of all calls have either.
create index desk_calls_held on desk_calls (customer_id, communication_id, user_id) include (hold_seconds)
  where hold_seconds > 0;
create index desk_calls_missed on desk_calls (customer_id, communication_id, queue_id) where missed;
