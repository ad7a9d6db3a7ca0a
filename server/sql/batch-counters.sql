-- Moves batch_counters with every change of cases, communications and payment links: one set-based update per batch and
-- statement (docs/decisions/0004-counters-by-triggers.md).

-- The counter rows are locked in order of id first, so that two engines that touch the same batches cannot deadlock.
-- One batch needs no order: a group of mails mostly belongs to one. Measured: 0.05 ms less for each commit of a
-- sender. Its plan is made once for each connection, as that of add_up_case_money().
create or replace function add_to_batch_counters(changes batch_counters[]) returns void language plpgsql
set plan_cache_mode = force_generic_plan as $$
begin
  if cardinality(changes) > 1 then
    perform 1
    from batch_counters b
    join unnest(changes) c on c.customer_id = b.customer_id and c.batch_id = b.batch_id
    order by b.customer_id, b.batch_id
    for update of b;
  end if;
  update batch_counters b set
    total = b.total + c.total,
    open = b.open + c.open,
    closed = b.closed + c.closed,
    paused = b.paused + c.paused,
    busy = b.busy + c.busy,
    not_called = b.not_called + c.not_called,
    human = b.human + c.human,
    voicemail = b.voicemail + c.voicemail,
    other = b.other + c.other,
    transfers = b.transfers + c.transfers,
    emails = b.emails + c.emails,
    sms = b.sms + c.sms,
    whatsapp = b.whatsapp + c.whatsapp,
    payment_links = b.payment_links + c.payment_links,
    paid = b.paid + c.paid,
    unknown = b.unknown + c.unknown
  from unnest(changes) c
  where c.customer_id = b.customer_id and c.batch_id = b.batch_id;
end $$;

-- Both transition tables are named in each trigger that has them; an insert has no old rows, a delete no new ones.
create or replace function count_cases() returns trigger language plpgsql as $$
declare
  changes batch_counters[];
begin
  if tg_op = 'INSERT' then
    select array_agg(row(
      customer_id, batch_id, total, open, closed, paused, busy,
      not_called, human, voicemail, other, 0, 0, 0, 0, 0, paid, 0)::batch_counters)
    into changes
    from (
      select customer_id, batch_id,
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
      from new_rows
      group by customer_id, batch_id) w;
  else
    select array_agg(row(
      customer_id, batch_id, total, open, closed, paused, busy,
      not_called, human, voicemail, other, 0, 0, 0, 0, 0, paid, 0)::batch_counters)
    into changes
    from (
      select customer_id, batch_id,
        sum(sign)::int as total,
        coalesce(sum(sign) filter (where status = 'open'), 0)::int as open,
        coalesce(sum(sign) filter (where status = 'closed'), 0)::int as closed,
        coalesce(sum(sign) filter (where status = 'paused'), 0)::int as paused,
        coalesce(sum(sign) filter (where live_state is not null), 0)::int as busy,
        coalesce(sum(sign) filter (where attempts = 0), 0)::int as not_called,
        coalesce(sum(sign) filter (where last_answer in ('mens', 'mens_onzeker')), 0)::int as human,
        coalesce(sum(sign) filter (where last_answer = 'voicemail'), 0)::int as voicemail,
        coalesce(sum(sign) filter (where last_answer not in ('mens', 'mens_onzeker', 'voicemail')), 0)::int as other,
        coalesce(sum(sign) filter (where result = 'BET'), 0)::int as paid
      from (
        select customer_id, batch_id, status, live_state, attempts, last_answer, result, 1 as sign from new_rows
        union all
        select customer_id, batch_id, status, live_state, attempts, last_answer, result, -1 from old_rows) r
      group by customer_id, batch_id) w
    where total <> 0 or open <> 0 or closed <> 0 or paused <> 0 or busy <> 0
      or not_called <> 0 or human <> 0 or voicemail <> 0 or other <> 0 or paid <> 0;
  end if;
  if changes is not null then perform add_to_batch_counters(changes); end if;
  return null;
end $$;

create or replace trigger count_cases_inserted after insert on cases
  referencing new table as new_rows
  for each statement execute function count_cases();
create or replace trigger count_cases_updated after update on cases
  referencing old table as old_rows new table as new_rows
  for each statement execute function count_cases();

-- A message counts from the moment it is known to have left; unknown ones are counted apart, for staff to look at.
create or replace function count_communications() returns trigger language plpgsql as $$
declare
  changes batch_counters[];
begin
  select array_agg(row(
    customer_id, batch_id, 0, 0, 0, 0, 0, 0, 0, 0, 0, transfers, emails, sms, whatsapp, 0, 0, unknown)::batch_counters)
  into changes
  from (
    select customer_id, batch_id,
      coalesce(sum(sign) filter (where delivery = 'transferred'), 0)::int as transfers,
      coalesce(sum(sign) filter (where channel = 'email' and state = 'sent'), 0)::int as emails,
      coalesce(sum(sign) filter (where channel = 'sms' and state = 'sent'), 0)::int as sms,
      coalesce(sum(sign) filter (where channel = 'whatsapp' and state = 'sent'), 0)::int as whatsapp,
      coalesce(sum(sign) filter (where state = 'unknown'), 0)::int as unknown
    from (
      select customer_id, batch_id, channel, state, delivery, 1 as sign from new_rows where state in ('sent', 'unknown')
      union all
      select customer_id, batch_id, channel, state, delivery, -1 from old_rows where state in ('sent', 'unknown')) r
    -- A call of a stranger is of no batch.
    where batch_id is not null
    group by customer_id, batch_id) w
  where transfers <> 0 or emails <> 0 or sms <> 0 or whatsapp <> 0 or unknown <> 0;
  if changes is not null then perform add_to_batch_counters(changes); end if;
  return null;
end $$;

create or replace trigger count_communications_updated after update on communications
  referencing old table as old_rows new table as new_rows
  for each statement execute function count_communications();

create or replace function count_payment_links() returns trigger language plpgsql as $$
declare
  changes batch_counters[];
begin
  select array_agg(row(
    customer_id, batch_id, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, links, 0, 0)::batch_counters)
  into changes
  from (select customer_id, batch_id, count(*)::int as links from new_rows group by customer_id, batch_id) w;
  if changes is not null then perform add_to_batch_counters(changes); end if;
  return null;
end $$;

create or replace trigger count_payment_links_inserted after insert on payment_links
  referencing new table as new_rows
  for each statement execute function count_payment_links();
