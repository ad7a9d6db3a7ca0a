-- After an import that added many cases: how they are spread over batches, steps and words is counted at once, so that
-- lists and files of them are planned well from their first minute. Autovacuum may come a minute later, which is when a
-- team leader exports what was just imported. Only the owner of a table may ask for it.
create or replace function analyze_imported(added integer) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  known real := (select greatest(reltuples, 0) from pg_class where oid = 'cases'::regclass);
begin
  if added >= 5000 or (added >= 500 and added > known / 10) then
    -- Who counts them already, autovacuum or another import, is not waited for.
    analyze (skip_locked) cases, case_runs, case_search, case_ibans;
  end if;
end $$;
revoke execute on function analyze_imported from public;
