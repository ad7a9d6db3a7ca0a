-- What has yet to leave stands in a narrow table of its own (docs/decisions/0011): claiming and starting rewrite a hundred bytes and no index,
-- and communications, wide and known to many indexes, is written when a message is queued and when its outcome is known.
-- queued -> claimed -> started, then the row is gone and the outcome stands in communications. Started is committed before the first byte leaves.
create table outbox (
  customer_id bigint not null,
  communication_id bigint not null,
  case_id bigint not null,
  batch_id bigint not null,
  channel text not null,
  state text not null default 'queued' check (state in ('queued', 'claimed', 'started')),
  next_at timestamptz not null default now(),
  owner bigint,
  attempts smallint not null default 0,
  -- Of the last attempt.
  started_at timestamptz,
  -- Takes a line, or counts among the SMS of its hour.
  uses_room boolean not null generated always as (channel <> 'mail' and (state <> 'queued' or started_at is not null)) stored,
  check ((owner is null) = (state = 'queued')),
  primary key (customer_id, communication_id),
  foreign key (customer_id, communication_id) references communications (customer_id, id) on delete cascade
) with (fillfactor = 50);
-- No index holds state or owner, so that claims and starts of mails are heap-only updates. What is claimed or started is passed over in the
-- index of what is due: it is never more than the engines hold at the moment.
create index outbox_due on outbox (channel, customer_id, batch_id, next_at, communication_id);
create index outbox_rooms on outbox (customer_id, batch_id) where uses_room;
select protect_by_customer('outbox');

insert into outbox (customer_id, communication_id, case_id, batch_id, channel, state, next_at, owner, attempts, started_at)
  select customer_id, id, case_id, batch_id, channel, state, next_at, case when state <> 'queued' then owner end, attempts, started_at
  from communications where state in ('queued', 'claimed', 'started');

drop index communications_due, communications_owner, communications_in_air, communications_sms_rate;
update communications set state = 'queued' where state in ('claimed', 'started');
alter table communications drop constraint communications_state_check,
  add constraint communications_state_check check (state in ('queued', 'sent', 'refused', 'failed', 'unknown', 'cancelled')),
  drop column next_at,
  -- Both stay as they are throughout the life of a mail, so that what depends on them does not hinder its heap-only update.
  add column in_air boolean not null generated always as (channel = 'call' and state = 'sent' and delivery is null) stored,
  add column sms_started_at timestamptz generated always as (case when channel = 'sms' then started_at end) stored;
comment on column communications.owner is 'The engine that does not know whether it left; its late answer is believed.';
create index communications_in_air on communications (customer_id, batch_id) where in_air;
create index communications_sms_rate on communications (customer_id, sms_started_at) where sms_started_at is not null;

-- One live event for the cases of a batch that changed together, in portions that fit into a notification (8,000 bytes).
create function tell_cases_changed(customer_id bigint, batch_id bigint, case_ids bigint[]) returns void language plpgsql as $$
begin
  for i in 1 .. cardinality(case_ids) by 300 loop
    perform pg_notify('live', json_build_object('kind', 'cases.changed', 'customerId', customer_id, 'batchId', batch_id, 'caseIds', case_ids[i : i + 299])::text);
  end loop;
end $$;

-- Writes the durable marks of a group of messages in one commit; answers those that may start. Outcomes first, then starts.
-- A function and not a statement of the engine, for its plans: made once for each connection, and with the settings below they stay right
-- when the tables grow from nothing to a million rows under them. For the engine alone, which serves every customer: it asks as the owner.
create function write_marks(engine bigint, at timestamptz, starting_customers bigint[], starting bigint[],
  settled_customers bigint[], settled bigint[], states text[], provider_refs text[], reasons text[]) returns setof bigint
language plpgsql security definer set search_path = public, pg_temp set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
  set enable_memoize = off as $$
#variable_conflict use_column
declare told int;
begin
  if current_setting('regie.customers', true) <> '*' then raise 'only the engine marks messages'; end if;
  if cardinality(settled) > 0 then
    with outcomes as (
      select * from unnest(settled_customers, settled, states, provider_refs, reasons) as m(customer_id, id, state, provider_ref, reason)),
    gone as (
      delete from outbox o using outcomes m
      where o.customer_id = m.customer_id and o.communication_id = m.id and o.state = 'started' and o.owner = engine
      returning o.communication_id, o.attempts, o.started_at),
    changed as (
      -- A late sent is believed over an unknown of this engine's own.
      update communications c set state = m.state, reason = m.reason, provider_ref = coalesce(m.provider_ref, c.provider_ref),
        owner = case when m.state = 'unknown' then engine end, attempts = coalesce(g.attempts, c.attempts), started_at = coalesce(g.started_at, c.started_at),
        sent_at = case when m.state = 'sent' then at end
      from outcomes m left join gone g on g.communication_id = m.id
      where c.customer_id = m.customer_id and c.id = m.id
        and (g.communication_id is not null or (c.state = 'unknown' and c.owner = engine))
      returning c.customer_id, c.batch_id, c.case_id, c.id, c.channel, c.state, c.simulated, c.reason),
    remembered as (
      insert into timeline (customer_id, case_id, at, kind, event, params, communication_id, simulated)
      select customer_id, case_id, at, kind, kind || case state when 'sent' then case channel when 'call' then 'Started' else 'Sent' end when 'unknown' then 'Unknown' else 'Failed' end,
        case when reason is null then '{}' else jsonb_build_object('reason', reason) end, id, simulated
      from (select *, case channel when 'mail' then 'email' else channel end as kind from changed) m)
    select count(tell_cases_changed(customer_id, batch_id, case_ids)) into told
    from (select customer_id, batch_id, array_agg(case_id) as case_ids from changed group by customer_id, batch_id) b;
  end if;
  if cardinality(starting) > 0 then
    return query
      update outbox o set state = 'started', attempts = o.attempts + 1, started_at = at
      from unnest(starting_customers, starting) as m(customer_id, id)
      where o.customer_id = m.customer_id and o.communication_id = m.id and o.state = 'claimed' and o.owner = engine
        and (select b.status = 'open' or (b.status = 'paused' and b.paused_until <= at) from batches b where b.customer_id = o.customer_id and b.id = o.batch_id)
        and (select k.status = 'open' or (k.status = 'paused' and k.paused_until <= at) from cases k where k.customer_id = o.customer_id and k.id = o.case_id)
      returning o.communication_id;
  end if;
end $$;

-- The lock in order is for changes of several batches; a group of mails mostly belongs to one. Measured: 0.05 ms less for each commit of a sender.
create or replace function add_to_batch_counters(changes batch_counters[]) returns void language plpgsql as $$
begin
  if cardinality(changes) > 1 then
    perform 1 from batch_counters b join unnest(changes) c on c.customer_id = b.customer_id and c.batch_id = b.batch_id
      order by b.customer_id, b.batch_id for update of b;
  end if;
  update batch_counters b set
    total = b.total + c.total, open = b.open + c.open, closed = b.closed + c.closed, paused = b.paused + c.paused, busy = b.busy + c.busy,
    not_called = b.not_called + c.not_called, human = b.human + c.human, voicemail = b.voicemail + c.voicemail, other = b.other + c.other,
    transfers = b.transfers + c.transfers, emails = b.emails + c.emails, sms = b.sms + c.sms, whatsapp = b.whatsapp + c.whatsapp,
    payment_links = b.payment_links + c.payment_links, paid = b.paid + c.paid, unknown = b.unknown + c.unknown
  from unnest(changes) c where c.customer_id = b.customer_id and c.batch_id = b.batch_id;
end $$;

-- Every engine looks for these every three seconds; without an index it read all runs, at a million cases for 0.2 s.
create index case_runs_calling on case_runs (customer_id, case_id) where state = 'waiting' and waiting_for = 'call';
revoke execute on function write_marks from public;
