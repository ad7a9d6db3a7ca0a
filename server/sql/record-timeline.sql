-- The kind of a line of the timeline, as contract/src/timeline-events.ts has it. Null for what is no event.
create or replace function timeline_kind(event text) returns text language sql immutable as $$
  select case
    when event ~ '^(email|sms|whatsapp)(Queued|Sent|Delivered|Failed|Unknown|Cancelled)$'
      or event in ('emailReceived', 'emailAutomatic', 'smsReceived', 'smsRerouted', 'whatsappReceived')
      or event in ('emailOpened', 'emailMaybeOpened', 'emailClicked', 'emailMaybeClicked')
      or event in ('webchatReceived', 'webchatSent', 'emailForwarded')
      or event ~ '^call(Placed|Started|Answered|Transferred|Voicemail|NotAnswered|Busy|Failed|Unknown|Cancelled)$'
      then substring(event from '^[a-z]+')
    when event in ('created', 'demoStarted', 'paused', 'pauseEnded', 'resumed', 'reopened', 'reopenedAnew', 'undone')
      then 'status'
    when event in ('personBlacklisted', 'personUnlisted', 'addressBlacklisted', 'addressUnlisted') then 'status'
    when event in ('importFlagged', 'caseSkipped') then 'status'
    when event in ('closed', 'resultSet', 'handedOver', 'takenBack') then 'result'
    when event in ('batchPaused', 'batchResumed', 'batchClosed', 'batchReopened') then 'batch'
    when event in ('paymentLinkCreated', 'paymentLinkSent', 'paymentLinkEnded', 'paymentLinkRevived', 'link_clicked')
      then 'paymentLink'
    when event = 'expired' then 'paymentLink'
    when event in ('bank_opened', 'in_progress', 'paid', 'canceled', 'paymentFailed') then 'payment'
    when event in ('paymentBooked', 'paymentWithdrawn', 'paymentLinkMarked', 'paymentLinkUnmarked') then 'payment'
    when event in ('callerIdentified', 'callerVouched', 'callerOther', 'callerTied', 'callPassedOn') then 'call'
    when event in ('callCame', 'callCameAway', 'callCameMissed', 'guideFollowed') then 'call'
    when event in ('callChose', 'callUnasked') then 'call'
    when event in ('callbackMade', 'callbackByPayer', 'callbackChanged', 'callbackDone', 'callbackCancelled')
      then 'callback'
    when event in ('promiseMade', 'planMade', 'promiseKept', 'promiseBroken', 'promiseCancelled') then 'promise'
    when event in ('promiseByPayer', 'planByPayer', 'instalmentReminded', 'instalmentMoved') then 'promise'
    when event in ('complaintAdded', 'disputeAdded', 'disputedByPayer', 'complaintConfirmed', 'complaintResolved')
      then 'complaint'
    when event = 'hardshipByPayer' then 'complaint'
    when event in ('interrupted', 'interruptionWithdrawn') then 'debtLaw'
    when event in ('debtHelpRecorded', 'debtHelpChanged', 'debtHelpEnded') then 'debtLaw'
    when event in ('fieldsChanged', 'amountTakenOver', 'detailsByPayer', 'wishesByPayer') then 'fields'
    when event in ('letterQueued', 'letterHandedOver', 'letterCancelled', 'letterRefused') then 'letter'
    when event in ('documentAdded', 'invoiceAdded', 'documentRemoved', 'documentInfected') then 'fields'
    when event in ('linked', 'unlinked') then 'link'
    when event = 'waiting' then 'wait'
    when event in ('noteAdded', 'messageByPayer') then 'note'
    when event = 'divided' then 'branch'
    when event in ('imported', 'branch', 'held') then event
  end
$$;

-- Writes lines of the timeline, one for each of `cases`. The other arrays are as long, or hold one value for all lines;
-- what is left out is empty. The one writer of this table, for statements and for other functions alike. Its plan is
-- made once for each connection.
create or replace function record_timeline(
  customers bigint[], cases bigint[], events text[], params jsonb[] default null, moments timestamptz[] default null,
  users text[] default null, messages bigint[] default null, simulations boolean[] default null
) returns void language plpgsql as $$
begin
  insert into timeline (customer_id, case_id, at, kind, event, params, communication_id, simulated, by_user)
  select customer_id, case_id, coalesce(moment, now()), timeline_kind(event), event, coalesce(line.params, '{}'),
    communication_id, coalesce(simulated, false), by_user
  from (
    select l.case_id,
      case cardinality(customers) when 1 then customers[1] else l.customer_id end as customer_id,
      case cardinality(events) when 1 then events[1] else l.event end as event,
      case cardinality(record_timeline.params) when 1 then record_timeline.params[1] else l.params end as params,
      case cardinality(moments) when 1 then moments[1] else l.moment end as moment,
      case cardinality(users) when 1 then users[1] else l.by_user end as by_user,
      case cardinality(messages) when 1 then messages[1] else l.communication_id end as communication_id,
      case cardinality(simulations) when 1 then simulations[1] else l.simulated end as simulated
    from unnest(cases, customers, events, record_timeline.params, moments, users, messages, simulations)
      as l(case_id, customer_id, event, params, moment, by_user, communication_id, simulated)
    where l.case_id is not null) line;
end $$;
