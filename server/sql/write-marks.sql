-- Writes the durable marks of a group of messages in one commit; answers those that may start. Starts first, in order
-- of id: an outcome locks the counters of its batch, and whoever closes a case has locked its messages before those.
-- A function and not a statement of the engine, for its plans: made once for each connection, and with the settings
-- below they stay right when the tables grow from nothing to a million rows under them. For the engine alone, which
-- serves every customer: it asks as the owner.
create or replace function write_marks(
  engine bigint, at timestamptz, starting_customers bigint[], starting bigint[],
  settled_customers bigint[], settled bigint[], states text[], provider_refs text[], reasons text[]
) returns setof bigint language plpgsql security definer
  set search_path = public, pg_temp
  set plan_cache_mode = force_generic_plan
  set enable_seqscan = off
  set enable_hashjoin = off
  set enable_mergejoin = off
  set enable_memoize = off
as $$
#variable_conflict use_column
declare
  told int;
begin
  if current_setting('regie.customers', true) <> '*' then raise 'only the engine marks messages'; end if;
  if cardinality(starting) > 0 then
    return query
      update outbox o set state = 'started', attempts = o.attempts + 1, started_at = at
      from unnest(starting_customers, starting) as m(customer_id, id)
      where o.customer_id = m.customer_id and o.communication_id = m.id and o.state = 'claimed' and o.owner = engine
        and (
          select b.status = 'open' or (b.status = 'paused' and b.paused_until <= at)
          from batches b
          where b.customer_id = o.customer_id and b.id = o.batch_id)
        and (o.channel <> 'sms' or not exists (
          select from batches b
          join scripts s on s.customer_id = b.customer_id and s.id = b.script_id
          where b.customer_id = o.customer_id and b.id = o.batch_id
            and s.sms_paused and (s.sms_paused_until is null or s.sms_paused_until > at)))
        and (
          select k.status = 'open'
            or (k.status = 'paused' and (k.paused_until <= at or (o.for_promise and k.paused_for = 'promise')
              or (o.manual and k.paused_for = 'callback')))
          from cases k
          where k.customer_id = o.customer_id and k.id = o.case_id)
      returning o.communication_id;
  end if;
  if cardinality(settled) > 0 then
    with outcomes as (
      select *
      from unnest(settled_customers, settled, states, provider_refs, reasons)
        as m(customer_id, id, state, provider_ref, reason)),
    gone as (
      delete from outbox o
      using outcomes m
      where o.customer_id = m.customer_id and o.communication_id = m.id and o.state = 'started' and o.owner = engine
      returning o.communication_id, o.attempts, o.started_at),
    changed as (
      -- A late sent is believed over an unknown of this engine's own.
      update communications c set
        state = m.state,
        reason = m.reason,
        provider_ref = coalesce(m.provider_ref, c.provider_ref),
        owner = case when m.state = 'unknown' then engine end,
        attempts = coalesce(g.attempts, c.attempts),
        started_at = coalesce(g.started_at, c.started_at),
        sent_at = case when m.state = 'sent' then at end
      from outcomes m
      left join gone g on g.communication_id = m.id
      where c.customer_id = m.customer_id and c.id = m.id
        and (g.communication_id is not null or (c.state = 'unknown' and c.owner = engine))
      returning c.customer_id, c.batch_id, c.case_id, c.id, c.channel, c.state, c.simulated, c.reason),
    recorded as (
      select record_timeline(
        array_agg(customer_id),
        array_agg(case_id),
        array_agg(channel || case state
          when 'sent' then case channel when 'call' then 'Started' else 'Sent' end
          when 'unknown' then 'Unknown'
          else 'Failed' end),
        array_agg(case when reason is null then '{}' else jsonb_build_object('reason', reason) end),
        array[at], null,
        array_agg(id),
        array_agg(simulated))
      from changed)
    select count(notify_cases_changed(customer_id, batch_id, case_ids)) into told
    from (
      select customer_id, batch_id, array_agg(case_id) as case_ids
      from changed
      group by customer_id, batch_id) b, recorded;
  end if;
end $$;
revoke execute on function write_marks from public;
