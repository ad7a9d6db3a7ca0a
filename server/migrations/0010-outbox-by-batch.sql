-- The outbox is read batch by batch, so that a paused batch costs nothing, no batch waits behind a larger one, and lines and SMS per hour are shared fairly.
drop index communications_due;
create index communications_due on communications (channel, customer_id, batch_id, next_at, id) where state = 'queued';
-- Calls that hold a line.
create index communications_in_air on communications (customer_id, batch_id)
  where channel = 'call' and (state in ('claimed', 'started') or (state = 'sent' and delivery is null));
