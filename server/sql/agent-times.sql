-- A status of an agent follows another: how long that one took is added to their days, and where it belongs to a call
-- of a queue the work after it stands with the call. The work after a call is what follows it until another status.
create or replace function keep_agent_times() returns trigger language plpgsql as $$
declare
  zone constant text := 'Europe/Amsterdam';
  former agent_statuses;
begin
  select s.* into former
  from agent_statuses s
  where s.customer_id = new.customer_id and s.user_id = new.user_id and (s.at, s.id) < (new.at, new.id)
  order by s.at desc, s.id desc
  limit 1;
  if not found then return null; end if;

  if former.login_at is not null and new.at > former.at then
    insert into agent_days as d (customer_id, user_id, day, status, milliseconds)
    select new.customer_id, new.user_id, day::date, former.status, extract(epoch from
      least(new.at, (day + interval '1 day') at time zone zone) - greatest(former.at, day at time zone zone)) * 1000
    from generate_series(
      date_trunc('day', former.at at time zone zone), new.at at time zone zone, interval '1 day') day
    on conflict (customer_id, day, user_id, status) do update
    set milliseconds = d.milliseconds + excluded.milliseconds;
  end if;

  if former.status = 'calling' and new.status = 'cooldown' then
    update queue_calls
    set after_from = new.at
    where customer_id = new.customer_id and user_id = new.user_id and state = 'done'
      and answered_at between former.at and new.at and after_from is null;
  elsif former.status in ('cooldown', 'custom2') and new.status not in ('cooldown', 'custom2') then
    -- Within a day: an index has the calls of somebody by when they were answered.
    update queue_calls
    set after_until = new.at
    where customer_id = new.customer_id and user_id = new.user_id and answered_at > new.at - interval '1 day'
      and after_from <= new.at and after_until is null;
  end if;
  return null;
end $$;

create or replace trigger keep_agent_times after insert on agent_statuses
for each row execute function keep_agent_times();
