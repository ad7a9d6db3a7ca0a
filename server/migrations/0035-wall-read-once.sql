-- The second wall read the list of customers anew for every row: its text became numbers outside of the sub-select. Over a million rows that was a
-- second of the funnel (docs/bench.md P24), with the list of twenty customers; inside it is done once for a statement. The condition is the same.
create or replace function protect_by_customer(protected regclass, key text default 'customer_id', also text default 'false') returns void language plpgsql as $$
begin
  execute format('alter table %s enable row level security', protected);
  execute format(
    'create policy served on %s using ((select current_setting(''regie.customers'', true) = ''*'')
      or %I = any ((select coalesce(nullif(nullif(current_setting(''regie.customers'', true), ''''), ''*''), ''{}'')::bigint[])::bigint[]) or %s)', protected, key, also);
end $$;

do $$
declare p record; once text;
begin
  for p in select polrelid::regclass as protected, pg_get_expr(polqual, polrelid) as condition from pg_policy where polname = 'served' loop
    once := replace(p.condition, $t$'{}'::text) AS "coalesce")$t$, $t$'{}'::text)::bigint[] AS served)$t$);
    if once = p.condition then raise 'the policy of % is another than expected: %', p.protected, p.condition; end if;
    execute format('alter policy served on %s using (%s)', p.protected, once);
  end loop;
end $$;
