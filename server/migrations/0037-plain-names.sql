-- Tables, columns and kept values have the names that people in the field use.
alter table deeds rename to undo_entries;
alter table undo_entries rename column deed to action;
alter table deed_cases rename to undo_cases;
alter table undo_cases rename column deed_id to undo_entry_id;
alter table bulk_jobs rename column deed_id to undo_entry_id;
alter table outbox rename column uses_room to uses_capacity;
alter table promises rename to payment_promises;
alter table promise_parts rename to payment_promise_parts;
alter table script_checks rename column plays_from to simulates_from;

do $$
declare
  r record;
begin
  -- The column stands with the partitioned table or its message, whichever this version keeps it with.
  for r in
    select c.oid::regclass as tab
    from pg_attribute a
    join pg_class c on c.oid = a.attrelid
    where a.attname = 'cancelled_by_deed' and not a.attisdropped and not c.relispartition and c.relkind in ('r', 'p')
  loop
    execute format('alter table %s rename column cancelled_by_deed to cancelled_by_undo_entry', r.tab);
  end loop;
  -- Constraints bring their index along.
  for r in
    select conrelid::regclass as tab, conname as was,
      regexp_replace(
        regexp_replace(
          regexp_replace(
            regexp_replace(conname, '^deed_cases_', 'undo_cases_'),
            '^deeds_', 'undo_entries_'),
          '^promises_', 'payment_promises_'),
        '^promise_parts_', 'payment_promise_parts_') as now
    from pg_constraint
    where connamespace = 'public'::regnamespace
      and conrelid in ('undo_entries'::regclass, 'undo_cases'::regclass, 'payment_promises'::regclass, 'payment_promise_parts'::regclass)
  loop
    if r.was <> r.now then execute format('alter table %s rename constraint %I to %I', r.tab, r.was, r.now); end if;
  end loop;
  for r in
    select indexrelid::regclass::text as was,
      regexp_replace(
        regexp_replace(
          regexp_replace(
            regexp_replace(indexrelid::regclass::text, '^deed_cases_', 'undo_cases_'),
            '^deeds_', 'undo_entries_'),
          '^promises_', 'payment_promises_'),
        '^promise_parts_', 'payment_promise_parts_') as now
    from pg_index
    where indrelid in ('undo_entries'::regclass, 'undo_cases'::regclass, 'payment_promises'::regclass, 'payment_promise_parts'::regclass)
      and not exists (select from pg_constraint where conindid = indexrelid)
  loop
    if r.was <> r.now then execute format('alter index %I rename to %I', r.was, r.now); end if;
  end loop;
  for r in
    select tablename as tab, policyname as was
    from pg_policies
    where schemaname = 'public' and policyname ~ 'deed|promise'
  loop
    raise notice 'policy % on %', r.was, r.tab;
  end loop;
end $$;
alter index if exists outbox_rooms rename to outbox_capacity;

update batches
set trial = trial - 'judgeAt' - 'judgedAt'
  || jsonb_build_object('evaluateAt', trial -> 'judgeAt', 'evaluatedAt', trial -> 'judgedAt')
where trial is not null;
