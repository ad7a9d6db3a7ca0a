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
