-- The figures of batch_counters counted anew: tests and the nightly check compare both.
-- security_invoker: a view reads with the rights of its owner unless it says otherwise.
create or replace view batch_counters_recounted with (security_invoker = true) as
  select b.customer_id, b.id as batch_id,
    c.total, c.open, c.closed, c.paused, c.busy, c.not_called, c.human, c.voicemail, c.other,
    m.transfers, m.emails, m.sms, m.whatsapp, p.payment_links, c.paid, m.unknown
  from batches b
  cross join lateral (
    select
      count(*)::int as total,
      count(*) filter (where status = 'open')::int as open,
      count(*) filter (where status = 'closed')::int as closed,
      count(*) filter (where status = 'paused')::int as paused,
      count(live_state)::int as busy,
      count(*) filter (where attempts = 0)::int as not_called,
      count(*) filter (where last_answer in ('mens', 'mens_onzeker'))::int as human,
      count(*) filter (where last_answer = 'voicemail')::int as voicemail,
      count(*) filter (where last_answer not in ('mens', 'mens_onzeker', 'voicemail'))::int as other,
      count(*) filter (where result = 'BET')::int as paid
    from cases
    where customer_id = b.customer_id and batch_id = b.id) c
  cross join lateral (
    select
      count(*) filter (where delivery = 'transferred' and state in ('sent', 'unknown'))::int as transfers,
      count(*) filter (where channel = 'email' and state = 'sent')::int as emails,
      count(*) filter (where channel = 'sms' and state = 'sent')::int as sms,
      count(*) filter (where channel = 'whatsapp' and state = 'sent')::int as whatsapp,
      count(*) filter (where state = 'unknown')::int as unknown
    from communications
    where customer_id = b.customer_id and batch_id = b.id) m
  cross join lateral (
    select count(*)::int as payment_links
    from payment_links
    where customer_id = b.customer_id and batch_id = b.id) p;
