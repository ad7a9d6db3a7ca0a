-- Whose a row is that names no customer: that of the user, or of the group, that it is about. Who looks over a customer sees who got which right there.
create function audit_home_of(row_of jsonb) returns bigint language sql stable as $$
  select coalesce((select customer_id from users where id = (row_of ->> 'user_id')::bigint), (select customer_id from right_groups where id = (row_of ->> 'group_id')::bigint))
$$;

create or replace function audit_rows() returns trigger language plpgsql as $$
declare
  actor jsonb := current_setting('regie.actor')::jsonb;
  keys text[] := string_to_array(tg_argv[1], ',');
  hidden text[] := string_to_array(tg_argv[2], ',');
  ignored text[] := string_to_array(tg_argv[3], ',');
  home text := case when tg_table_name = 'customers' then 'id' else 'customer_id' end;
  changes jsonb[];
  many int;
  -- Whom a right was given to stands there one by one, however many they were.
  told int := case when tg_table_name in ('right_group_members', 'right_group_objects') then 2000 else 20 end;
begin
  if tg_op = 'INSERT' then
    select count(*) into many from new_rows;
    if many between 1 and told then select array_agg(jsonb_build_object('old', '{}'::jsonb, 'new', to_jsonb(n))) into changes from new_rows n; end if;
  elsif tg_op = 'DELETE' then
    select count(*) into many from old_rows;
    if many between 1 and told then select array_agg(jsonb_build_object('old', to_jsonb(o), 'new', '{}'::jsonb)) into changes from old_rows o; end if;
  else
    select count(*) into many from new_rows;
    if many between 1 and told then
      select array_agg(jsonb_build_object('old', o.r, 'new', n.r)) into changes
      from (select to_jsonb(x) as r from old_rows x) o join (select to_jsonb(x) as r from new_rows x) n on audit_key(o.r, keys) = audit_key(n.r, keys);
    end if;
  end if;
  if many = 0 then return null; end if;
  if many > told then
    if tg_op = 'DELETE' then
      select array[jsonb_build_object('old', '{}'::jsonb, 'new', jsonb_build_object('rows', many, home, to_jsonb(o) -> home))] into changes from old_rows o limit 1;
    else
      select array[jsonb_build_object('old', '{}'::jsonb, 'new', jsonb_build_object('rows', many, home, to_jsonb(n) -> home))] into changes from new_rows n limit 1;
    end if;
  end if;
  insert into audit (customer_id, user_id, username, via, address, request_id, action, entity, entity_id, before, after)
  select coalesce((coalesce(c.fresh ->> home, c.former ->> home))::bigint, audit_home_of(case when tg_op = 'DELETE' then c.former else c.fresh end)), (actor ->> 'userId')::bigint, actor ->> 'username', actor ->> 'via', actor ->> 'address',
    (actor ->> 'requestId')::uuid, actor ->> 'action', tg_argv[0],
    case when many <= told then audit_key(case when tg_op = 'DELETE' then c.former else c.fresh end, keys) end, c.was, c.became
  from (select change -> 'old' as former, change -> 'new' as fresh, audit_difference(change -> 'old', change -> 'new', hidden, ignored) as was,
      audit_difference(change -> 'new', change -> 'old', hidden, ignored) as became from unnest(changes) change) c
  where c.was is not null or c.became is not null;
  return null;
end $$;

select audit_table('maintenance', 'maintenance', 'only_one', '', 'changed_at');

-- Those of whom one at least must be left: who can let others in; who looks after the installation and can end maintenance; who holds every right,
-- also those of customers to come, which nobody else could give.
create function count_indispensable() returns bigint[] language sql stable security definer set search_path = public, pg_temp as $$
  select array[count_administrators(),
    count(*) filter (where exists (select from right_group_members m join right_group_objects g on g.group_id = m.group_id join right_objects o on o.id = g.object_id
      where m.user_id = u.id and o.code = 831)),
    count(*) filter (where exists (select from right_group_members m join right_groups g on g.id = m.group_id where m.user_id = u.id and g.every_right))]
  from users u where u.locked_at is null and (u.password_hash is not null or exists (select from sso_subjects s where s.user_id = u.id))
$$;
