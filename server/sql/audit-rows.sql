-- Only what changed, without what is nobody's business: a hidden column says that it changed, an ignored one says
-- nothing.
create or replace function audit_difference(before jsonb, after jsonb, hidden text[], ignored text[]) returns jsonb
language sql immutable as $$
  select jsonb_object_agg(key, case when key = any (hidden) then '"***"'::jsonb else value end)
  from jsonb_each(before)
  where not key = any (ignored) and value is distinct from coalesce(after -> key, 'null')
$$;

create or replace function audit_key(row_of jsonb, columns text[]) returns text language sql immutable as $$
  select string_agg(row_of ->> name, ':' order by place)
  from unnest(columns) with ordinality as part(name, place)
$$;

-- The customer of what a request named, among the customers that the caller serves.
create or replace function audit_customer_of(entity text, entity_id text, customers bigint[]) returns bigint
language plpgsql stable as $$
declare
  found bigint;
begin
  if entity is null or entity not in ('case', 'batch', 'import', 'script', 'user') then return null; end if;
  execute format('select customer_id from %I where id = $1 and (%L = ''user'' or customer_id = any ($2))',
    case entity when 'batch' then 'batches' else entity || 's' end, entity)
  into found
  using entity_id::bigint, customers;
  return found;
end $$;

-- The customer of a row that names none: that of the user, or of the group, that it is about. Whoever looks over a
-- customer sees who got which right there.
create or replace function audit_home_of(row_of jsonb) returns bigint language sql stable as $$
  select coalesce(
    (select customer_id from users where id = (row_of ->> 'user_id')::bigint),
    (select customer_id from right_groups where id = (row_of ->> 'group_id')::bigint))
$$;

-- What people change leaves its rows before and after. More than twenty rows in one statement leave one line with their
-- number. Fires only while regie.actor says who it is: what the engine does stands in the timeline.
-- Arguments: what the rows are called, the columns that tell them apart, those to hide, those to ignore.
create or replace function audit_rows() returns trigger language plpgsql as $$
declare
  actor jsonb := current_setting('regie.actor')::jsonb;
  keys text[] := string_to_array(tg_argv[1], ',');
  hidden text[] := string_to_array(tg_argv[2], ',');
  ignored text[] := string_to_array(tg_argv[3], ',');
  home text := case when tg_table_name = 'customers' then 'id' else 'customer_id' end;
  changes jsonb[];
  many int;
  -- Who was given a right stands there one by one, however many they were.
  told int := case when tg_table_name in ('right_group_members', 'right_group_objects') then 2000 else 20 end;
begin
  if tg_op = 'INSERT' then
    select count(*) into many from new_rows;
    if many between 1 and told then
      select array_agg(jsonb_build_object('old', '{}'::jsonb, 'new', to_jsonb(n))) into changes from new_rows n;
    end if;
  elsif tg_op = 'DELETE' then
    select count(*) into many from old_rows;
    if many between 1 and told then
      select array_agg(jsonb_build_object('old', to_jsonb(o), 'new', '{}'::jsonb)) into changes from old_rows o;
    end if;
  else
    select count(*) into many from new_rows;
    if many between 1 and told then
      select array_agg(jsonb_build_object('old', o.r, 'new', n.r)) into changes
      from (select to_jsonb(x) as r from old_rows x) o
      join (select to_jsonb(x) as r from new_rows x) n on audit_key(o.r, keys) = audit_key(n.r, keys);
    end if;
  end if;
  if many = 0 then return null; end if;
  if many > told then
    if tg_op = 'DELETE' then
      select array[jsonb_build_object(
        'old', '{}'::jsonb, 'new', jsonb_build_object('rows', many, home, to_jsonb(o) -> home))]
      into changes from old_rows o limit 1;
    else
      select array[jsonb_build_object(
        'old', '{}'::jsonb, 'new', jsonb_build_object('rows', many, home, to_jsonb(n) -> home))]
      into changes from new_rows n limit 1;
    end if;
  end if;
  insert into audit (
    customer_id, user_id, username, via, address, request_id, action, entity, entity_id, before, after)
  select
    coalesce(
      (coalesce(c.fresh ->> home, c.former ->> home))::bigint,
      audit_home_of(case when tg_op = 'DELETE' then c.former else c.fresh end)),
    (actor ->> 'userId')::bigint,
    actor ->> 'username',
    actor ->> 'via',
    actor ->> 'address',
    (actor ->> 'requestId')::uuid,
    actor ->> 'action',
    tg_argv[0],
    case when many <= told then audit_key(case when tg_op = 'DELETE' then c.former else c.fresh end, keys) end,
    c.was,
    c.became
  from (
    select
      change -> 'old' as former,
      change -> 'new' as fresh,
      audit_difference(change -> 'old', change -> 'new', hidden, ignored) as was,
      audit_difference(change -> 'new', change -> 'old', hidden, ignored) as became
    from unnest(changes) change) c
  where c.was is not null or c.became is not null;
  return null;
end $$;
