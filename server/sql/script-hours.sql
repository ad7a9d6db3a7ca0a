-- What the windows, dates and holidays of a script come to is kept in scripts.hours
-- (docs/decisions/0019-hours-kept-caps-counted.md).

-- In the words of the contract (OpeningJson). What a script says of a holiday goes before what its customer says
-- (script 0). Volatile: who waited for another's change of the same script sees it.
create or replace function script_hours(customer bigint, script bigint) returns jsonb language plpgsql volatile as $$
begin
  return jsonb_build_object(
    'windows', (
      select coalesce(jsonb_agg(
        jsonb_build_object(
          'start', to_char(w.starts, 'HH24:MI'),
          'end', to_char(w.ends, 'HH24:MI'),
          'weekdays', w.weekdays,
          'channels', w.channels)
        order by w.starts, w.id), '[]')
      from script_windows sw
      join time_windows w on w.customer_id = sw.customer_id and w.id = sw.window_id
      where sw.customer_id = customer and sw.script_id = script),
    'extra', (
      select coalesce(jsonb_agg(
        jsonb_build_object(
          'date', x.day,
          'closed', x.closed,
          'start', to_char(x.starts, 'HH24:MI'),
          'end', to_char(x.ends, 'HH24:MI'),
          'channels', x.channels)
        order by x.day, x.starts, x.id), '[]')
      from extra_windows x
      where x.customer_id = customer and x.script_id = script),
    'holidays', (
      select coalesce(jsonb_agg(
        jsonb_build_object(
          'date', h.day,
          'enabled', h.enabled,
          'hours', case when h.starts is not null then
            jsonb_build_object('start', to_char(h.starts, 'HH24:MI'), 'end', to_char(h.ends, 'HH24:MI')) end)
        order by h.day), '[]')
      from (
        select distinct on (day) *
        from holidays
        where customer_id = customer and script_id in (0, script)
        order by day, script_id desc) h));
end $$;

create or replace function keep_script_hours() returns trigger language plpgsql as $$
declare
  changed jsonb := case when tg_op = 'DELETE' then to_jsonb(old) else to_jsonb(new) end;
  customer bigint := (changed ->> 'customer_id')::bigint;
  ids bigint[];
begin
  if tg_table_name = 'time_windows' then
    ids := array(
      select script_id
      from script_windows
      where customer_id = customer and window_id = (changed ->> 'id')::bigint
      order by 1);
  elsif (changed ->> 'script_id')::bigint = 0 then
    ids := array(select id from scripts where customer_id = customer order by id);
  else
    ids := array[(changed ->> 'script_id')::bigint];
  end if;
  perform 1 from scripts where customer_id = customer and id = any(ids) order by id for no key update;
  update scripts s set hours = script_hours(customer, s.id)
  where s.customer_id = customer and s.id = any(ids) and s.hours is distinct from script_hours(customer, s.id);
  return null;
end $$;

create or replace trigger script_hours_kept after insert or delete on script_windows
  for each row execute function keep_script_hours();
create or replace trigger script_hours_kept after update on time_windows
  for each row execute function keep_script_hours();
create or replace trigger script_hours_kept after insert or update or delete on extra_windows
  for each row execute function keep_script_hours();
create or replace trigger script_hours_kept after insert or update or delete on holidays
  for each row execute function keep_script_hours();
