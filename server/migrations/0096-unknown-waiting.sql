-- Who waits for an answer and is known to no case: counted without reading the others.
create index conversations_unknown_waiting on conversations (customer_id, sort_at)
  where case_id is null and state = 'open' and waiting_since is not null;
