-- The second wall between customers: a query that forgets its customer finds nothing of another one (docs/decisions/0013-row-level-security.md).
-- The application connects under a role that owns nothing (platform/db/app-role.ts), and says with each connection whom it serves:
-- regie.customers is '{1,2}', or '*' for the engine and for what comes before anybody is known; without it no row is there.

-- Both questions stand in sub-selects, so that PostgreSQL answers them once for a statement and not once for a row.
-- Every migration that makes a table with customer_id calls this for it; a test walks the catalogue.
create function protect_by_customer(protected regclass, key text default 'customer_id', also text default 'false') returns void language plpgsql as $$
begin
  execute format('alter table %s enable row level security', protected);
  execute format(
    'create policy served on %s using ((select current_setting(''regie.customers'', true) = ''*'')
      or %I = any ((select coalesce(nullif(nullif(current_setting(''regie.customers'', true), ''''), ''*''), ''{}''))::bigint[]) or %s)', protected, key, also);
end $$;

do $$
declare t regclass;
begin
  for t in select c.oid::regclass from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'customer_id' and not a.attisdropped
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition and c.relname not in ('users', 'right_groups')
  loop
    perform protect_by_customer(t);
  end loop;
end $$;
select protect_by_customer('customers', 'id');
-- Groups and users of the whole installation are there for everybody; changing them asks a right. Everybody has his own row, wherever his home is.
select protect_by_customer('right_groups', 'customer_id', 'customer_id is null');
select protect_by_customer('users', 'customer_id', 'customer_id is null or id = (select nullif(current_setting(''regie.user'', true), '''')::bigint)');

-- A view reads with its owner's eyes unless told otherwise.
alter view batch_counters_recounted set (security_invoker = true);

-- Months are made at run time, by a role that may make no tables. It reaches a partition only through its parent, where the policy stands.
create or replace function ensure_month_partitions(parent regclass, first date, months int) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
declare m date; t text;
begin
  if parent::text not in ('timeline', 'communication_contents', 'payment_events', 'audit') then raise 'no such history: %', parent; end if;
  for i in 0 .. months - 1 loop
    m := (date_trunc('month', first) + make_interval(months => i))::date;
    t := parent::text || '_' || to_char(m, 'YYYY_MM');
    if to_regclass(t) is null then
      execute format('create table %I partition of %s for values from (%L) to (%L)', t, parent, m, (m + interval '1 month')::date);
      if parent::text = 'audit' then
        execute format('create trigger never_emptied before truncate on %I for each statement execute function refuse_audit_change()', t);
      end if;
    end if;
  end loop;
end $$;

-- Under a policy PostgreSQL asks an index only what cannot leak, and LIKE might: each search would read all cases of the customer (1 s with a million).
-- So the search asks as the owner, for one customer whom the connection serves. EXECUTE plans each search by its words.
create function search_case_ids(customer bigint, anywhere text, beginning text, postcode_start text, digits text) returns setof bigint
language plpgsql stable security definer set search_path = public, pg_temp as $$
declare served text := coalesce(nullif(current_setting('regie.customers', true), ''), '{}');
begin
  if served <> '*' and not (customer = any (served::bigint[])) then return; end if;
  return query execute 'select case_id from case_search where customer_id = $1
    and (terms like $2 or case_number like $3 or email like $3 or invoice_number like $3'
    || case when postcode_start is null then '' else ' or postcode like $4' end
    || case when digits is null then '' else ' or terms like $5' end || ')'
    using customer, anywhere, beginning, postcode_start, digits;
end $$;

-- After an import: the new words go from the index's waiting list into the index, which only its owner may ask for.
create function tidy_case_search() returns void language sql security definer set search_path = public, pg_temp as $$
  select gin_clean_pending_list('case_search_terms')
$$;
revoke execute on function ensure_month_partitions, search_case_ids, tidy_case_search from public;
