-- What another system is told of an event of the timeline, as contract/src/outgoing-webhooks.ts has it. Null: nothing.
create or replace function webhook_type(event text) returns text language sql immutable as $$
  select case
    when event in ('imported', 'created') then 'case.created'
    when event in ('closed', 'batchClosed') then 'case.closed'
    when event in ('reopened', 'reopenedAnew', 'batchReopened') then 'case.reopened'
    when event = 'paused' then 'case.paused'
    when event in ('resumed', 'pauseEnded') then 'case.resumed'
    when event = 'undone' then 'case.undone'
    when event ~ '^(email|sms|whatsapp)(Sent|Delivered|Failed|Unknown|Received)$'
      then 'message.' || lower(substring(event from '[A-Z][a-z]+$'))
    when event = 'callUnknown' then 'message.unknown'
    when event = 'webchatReceived' then 'message.received'
    when event ~ '^call(Answered|Transferred|Voicemail|NotAnswered|Busy|Failed)$' then 'call.ended'
    when event in ('paid', 'paymentBooked', 'paymentLinkMarked') then 'payment.received'
    when event in ('paymentWithdrawn', 'paymentLinkUnmarked') then 'payment.withdrawn'
    when event in ('promiseMade', 'planMade', 'promiseByPayer', 'planByPayer') then 'promise.made'
    when event = 'promiseBroken' then 'promise.broken'
    when event in ('complaintAdded', 'disputeAdded', 'disputedByPayer', 'hardshipByPayer') then 'complaint.added'
  end
$$;

-- What is said beside it: codes, amounts and days. What people wrote is not, and neither is a reason in words, in which
-- an address may stand.
create or replace function webhook_facts(params jsonb) returns jsonb language sql immutable as $$
  select coalesce(jsonb_object_agg(key, value), '{}')
  from jsonb_each(params)
  where key in ('result', 'answer', 'amountCents', 'currency', 'paidOn', 'method', 'due', 'parts', 'until', 'what')
    or (key = 'reason' and value #>> '{}' ~ '^[A-Za-z0-9_.-]{1,40}$')
$$;

-- Queues what happened to cases for the webhooks that want to hear it, in the statement that wrote it down. Most
-- customers have none: then this is one look at an empty list.
create or replace function queue_webhooks() returns trigger language plpgsql as $$
begin
  if not exists (select from outgoing_webhooks where is_on) then return null; end if;
  insert into webhook_messages (customer_id, webhook_id, type, case_id, data, at, next_at)
  select w.customer_id, w.id, webhook_type(l.event), l.case_id,
    jsonb_strip_nulls(jsonb_build_object('customerID', l.customer_id, 'batchID', c.batch_id, 'caseID', l.case_id,
      'caseNumber', c.case_number, 'event', l.event, 'messageID', l.communication_id,
      'simulated', nullif(l.simulated, false))) || webhook_facts(l.params),
    l.at, l.at
  from new_rows l
  join outgoing_webhooks w
    on w.customer_id = l.customer_id and w.is_on and webhook_type(l.event) = any(w.types)
  join cases c on c.customer_id = l.customer_id and c.id = l.case_id;
  return null;
end $$;

create or replace trigger queue_webhooks after insert on timeline
  referencing new table as new_rows
  for each statement execute function queue_webhooks();
