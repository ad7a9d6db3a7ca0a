-- Row-level security: a connection sees and changes rows of the customers it serves
-- (docs/decisions/0013-row-level-security.md). regie.customers is '{1,2}', or '*' for the engine and for what comes
-- before the caller is known; without it there are no rows. Every migration that makes a table with customer_id calls
-- this for the table; a test reads the catalogue. Both questions are sub-selects and the list is cast inside, so that
-- PostgreSQL answers them once for a statement, not for a row. A change here reaches new tables only: the policies of
-- older ones need a migration.
create or replace function protect_by_customer(
  protected regclass, key text default 'customer_id', also text default 'false'
) returns void language plpgsql as $$
begin
  execute format('alter table %s enable row level security', protected);
  execute format(
    'create policy served on %s using (
      (select current_setting(''regie.customers'', true) = ''*'')
      or %I = any ((select
        coalesce(nullif(nullif(current_setting(''regie.customers'', true), ''''), ''*''), ''{}'')::bigint[])::bigint[])
      or %s)',
    protected, key, also);
end $$;
