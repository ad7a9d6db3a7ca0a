-- Messages that did not arrive, by the day on which they were queued: home shows those of yesterday and today.
create index communications_not_arrived on communications (customer_id, queued_at) include (case_id, batch_id)
  where state = 'failed' or delivery = 'failed';
