-- Who did what, when, from where, and what it was before: append-only, a partition a month (docs/decisions/0015-audit.md).
create table audit (
  id bigint generated always as identity,
  at timestamptz not null default clock_timestamp(),
  -- Null: the installation, not one customer.
  customer_id bigint,
  user_id bigint,
  username text,
  via text not null check (via in ('session', 'apiKey', 'public', 'system')),
  address text,
  request_id uuid,
  action text not null,
  entity text,
  entity_id text,
  before jsonb,
  after jsonb,
  primary key (at, id)
) partition by range (at);
create index audit_customer on audit (customer_id, at, id);
create index audit_entity on audit (entity, entity_id, at, id);
-- Looking at cases makes nine lines of ten: they are found without these two, and every index costs each look.
create index audit_action on audit (action, at, id) where action not in ('cases.get', 'cases.timeline', 'cases.communication');
create index audit_request on audit (request_id) where action not in ('cases.get', 'cases.timeline', 'cases.communication');
create table audit_default partition of audit default;

-- Every line's hash is made of the line and the hash before it, with a key outside the database.
-- Lines are sealed in the order in which their transactions end, so that none that ends late is missed.
create table audit_seals (
  position bigint primary key,
  audit_id bigint not null,
  audit_at timestamptz not null,
  hash bytea not null,
  unique (audit_at, audit_id)
);
create table audit_settings (
  only_one boolean primary key default true check (only_one),
  months int not null default 24 check (months between 24 and 120)
);
insert into audit_settings default values;

-- The application's role has no right to change or remove lines; its owner is stopped by these, unless he says that he means it.
create function refuse_audit_change() returns trigger language plpgsql as $$
begin
  if coalesce(current_setting('regie.audit_change', true), '') <> 'on' then raise '% is append-only', tg_table_name using errcode = 'insufficient_privilege'; end if;
  return case tg_op when 'DELETE' then old else new end;
end $$;
create trigger append_only before update or delete on audit for each row execute function refuse_audit_change();
create trigger append_only before update or delete on audit_seals for each row execute function refuse_audit_change();
create trigger never_emptied before truncate on audit for each statement execute function refuse_audit_change();
create trigger never_emptied before truncate on audit_seals for each statement execute function refuse_audit_change();
create trigger never_emptied before truncate on audit_default for each statement execute function refuse_audit_change();

select ensure_month_partitions('audit', now()::date, 13);

-- Drops the months whose last line is older than the setting, and never a younger one, whoever asks. Returns how many.
-- The last seal of what is gone stays: the chain goes on from it.
create function drop_old_audit_months() returns int language plpgsql security definer set search_path = public, pg_temp as $$
declare t text; border timestamptz; dropped int := 0;
begin
  select date_trunc('month', now() - make_interval(months => greatest(months, 24))) into border from audit_settings;
  for t in select c.relname from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = 'audit'::regclass and c.relname ~ '^audit_\d{4}_\d{2}$' and to_date(right(c.relname, 7), 'YYYY_MM') < border
  loop
    execute format('drop table %I', t);
    dropped := dropped + 1;
  end loop;
  if dropped > 0 then
    perform set_config('regie.audit_change', 'on', true);
    delete from audit_seals where position < (select max(position) from audit_seals where audit_at < border) and audit_at < border;
    perform set_config('regie.audit_change', '', true);
  end if;
  return dropped;
end $$;

alter table audit enable row level security;
create policy served on audit for select using ((select current_setting('regie.customers', true) = '*') or customer_id is null
  or customer_id = any ((select coalesce(nullif(nullif(current_setting('regie.customers', true), ''), '*'), '{}'))::bigint[]));
create policy written on audit for insert with check (true);

-- Only what changed, without what is nobody's business: a hidden column says that it changed, an ignored one says nothing.
create function audit_difference(before jsonb, after jsonb, hidden text[], ignored text[]) returns jsonb language sql immutable as $$
  select jsonb_object_agg(key, case when key = any (hidden) then '"***"'::jsonb else value end)
  from jsonb_each(before) where not key = any (ignored) and value is distinct from coalesce(after -> key, 'null')
$$;
create function audit_key(row_of jsonb, columns text[]) returns text language sql immutable as $$
  select string_agg(row_of ->> name, ':' order by place) from unnest(columns) with ordinality as part(name, place)
$$;

-- Whose the thing is that a request named, among the customers whom the caller serves.
create function audit_customer_of(entity text, entity_id text, customers bigint[]) returns bigint language plpgsql stable as $$
declare found bigint;
begin
  if entity is null or entity not in ('case', 'batch', 'import', 'script', 'user') then return null; end if;
  execute format('select customer_id from %I where id = $1 and (%L = ''user'' or customer_id = any ($2))', case entity when 'batch' then 'batches' else entity || 's' end, entity)
    into found using entity_id::bigint, customers;
  return found;
end $$;

-- What people change leaves its rows before and after. More than twenty rows in one statement leave one line with their number.
-- Fires only while regie.actor says who it is: what the engine does stands in the timeline.
create function audit_rows() returns trigger language plpgsql as $$
declare
  actor jsonb := current_setting('regie.actor')::jsonb;
  keys text[] := string_to_array(tg_argv[1], ',');
  hidden text[] := string_to_array(tg_argv[2], ',');
  ignored text[] := string_to_array(tg_argv[3], ',');
  home text := case when tg_table_name = 'customers' then 'id' else 'customer_id' end;
  changes jsonb[];
  many int;
begin
  if tg_op = 'INSERT' then
    select count(*) into many from new_rows;
    if many between 1 and 20 then select array_agg(jsonb_build_object('old', '{}'::jsonb, 'new', to_jsonb(n))) into changes from new_rows n; end if;
  elsif tg_op = 'DELETE' then
    select count(*) into many from old_rows;
    if many between 1 and 20 then select array_agg(jsonb_build_object('old', to_jsonb(o), 'new', '{}'::jsonb)) into changes from old_rows o; end if;
  else
    select count(*) into many from new_rows;
    if many between 1 and 20 then
      select array_agg(jsonb_build_object('old', o.r, 'new', n.r)) into changes
      from (select to_jsonb(x) as r from old_rows x) o join (select to_jsonb(x) as r from new_rows x) n on audit_key(o.r, keys) = audit_key(n.r, keys);
    end if;
  end if;
  if many = 0 then return null; end if;
  if many > 20 then
    if tg_op = 'DELETE' then
      select array[jsonb_build_object('old', '{}'::jsonb, 'new', jsonb_build_object('rows', many, home, to_jsonb(o) -> home))] into changes from old_rows o limit 1;
    else
      select array[jsonb_build_object('old', '{}'::jsonb, 'new', jsonb_build_object('rows', many, home, to_jsonb(n) -> home))] into changes from new_rows n limit 1;
    end if;
  end if;
  insert into audit (customer_id, user_id, username, via, address, request_id, action, entity, entity_id, before, after)
  select coalesce(c.fresh ->> home, c.former ->> home)::bigint, (actor ->> 'userId')::bigint, actor ->> 'username', actor ->> 'via', actor ->> 'address',
    (actor ->> 'requestId')::uuid, actor ->> 'action', tg_argv[0],
    case when many <= 20 then audit_key(case when tg_op = 'DELETE' then c.former else c.fresh end, keys) end, c.was, c.became
  from (select change -> 'old' as former, change -> 'new' as fresh, audit_difference(change -> 'old', change -> 'new', hidden, ignored) as was,
      audit_difference(change -> 'new', change -> 'old', hidden, ignored) as became from unnest(changes) change) c
  where c.was is not null or c.became is not null;
  return null;
end $$;

-- For this and later migrations: the table, what its rows are called, what tells them apart, and the columns to hide or to ignore (divided by commas).
create function audit_table(audited regclass, entity text, keys text, hidden text default '', ignored text default '') returns void language plpgsql as $$
declare op text; tables text;
begin
  foreach op in array array['insert', 'update', 'delete'] loop
    tables := case op when 'insert' then 'new table as new_rows' when 'delete' then 'old table as old_rows' else 'old table as old_rows new table as new_rows' end;
    execute format('create trigger audit_%s after %s on %s referencing %s for each statement when (current_setting(''regie.actor'', true) <> '''') execute function audit_rows(%L, %L, %L, %L)',
      op, op, audited, tables, entity, keys, hidden, ignored);
  end loop;
end $$;

select audit_table('users', 'user', 'id', 'password_hash', 'settings,failed_logins,failures_since,last_login_at,version');
select audit_table('customers', 'customer', 'id', '', 'sign_in_version');
select audit_table('right_types', 'rightType', 'id');
select audit_table('right_objects', 'rightObject', 'id');
select audit_table('right_groups', 'group', 'id', '', 'version');
select audit_table('right_group_members', 'groupMember', 'group_id,user_id');
select audit_table('right_group_objects', 'groupRight', 'group_id,object_id');
select audit_table('sso_providers', 'singleSignOn', 'customer_id', 'client_secret');
select audit_table('sso_subjects', 'singleSignOnUser', 'user_id,subject');
select audit_table('password_links', 'passwordLink', 'user_id,kind', '', 'token_hash');
select audit_table('api_keys', 'apiKey', 'user_id', 'key_hash', 'last_used_at,last_used_from');
select audit_table('user_factors', 'factor', 'user_id,type', 'secret', 'last_used_at,last_step');
select audit_table('passkeys', 'passkey', 'id', 'public_key,credential_id', 'counter,last_used_at,transports');
select audit_table('scripts', 'script', 'id');
select audit_table('script_versions', 'scriptVersion', 'id');
select audit_table('time_windows', 'timeWindow', 'id');
select audit_table('templates', 'template', 'id');
select audit_table('template_revisions', 'templateRevision', 'id');
select audit_table('batches', 'batch', 'id', '', 'version');
select audit_table('cases', 'case', 'id', '', 'version,updated_at,status_at,live_state');
select audit_table('audit_settings', 'auditRetention', 'only_one');

revoke execute on function drop_old_audit_months from public;
