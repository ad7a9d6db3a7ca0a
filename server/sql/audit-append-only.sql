-- The application's role has no right to change or remove lines of the audit log; its owner is stopped by these
-- triggers, unless regie.audit_change says that it is meant (docs/decisions/0015-audit.md).
create or replace function refuse_audit_change() returns trigger language plpgsql as $$
begin
  if coalesce(current_setting('regie.audit_change', true), '') <> 'on' then
    raise '% is append-only', tg_table_name using errcode = 'insufficient_privilege';
  end if;
  return case tg_op when 'DELETE' then old else new end;
end $$;

create or replace trigger append_only before update or delete on audit
  for each row execute function refuse_audit_change();
create or replace trigger append_only before update or delete on audit_seals
  for each row execute function refuse_audit_change();

-- Partitions of months get theirs in ensure_month_partitions().
create or replace trigger never_emptied before truncate on audit
  for each statement execute function refuse_audit_change();
create or replace trigger never_emptied before truncate on audit_seals
  for each statement execute function refuse_audit_change();
create or replace trigger never_emptied before truncate on audit_default
  for each statement execute function refuse_audit_change();

-- Drops the months whose last line is older than the setting, and never a younger one, whoever asks. Returns how many.
-- The last seal of what is gone stays: the chain goes on from it.
create or replace function drop_old_audit_months() returns int
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  t text;
  border timestamptz;
  dropped int := 0;
begin
  select date_trunc('month', now() - make_interval(months => greatest(months, 24))) into border from audit_settings;
  for t in
    select c.relname
    from pg_inherits i
    join pg_class c on c.oid = i.inhrelid
    where i.inhparent = 'audit'::regclass
      and c.relname ~ '^audit_\d{4}_\d{2}$'
      and to_date(right(c.relname, 7), 'YYYY_MM') < border
  loop
    execute format('drop table %I', t);
    dropped := dropped + 1;
  end loop;
  if dropped > 0 then
    perform set_config('regie.audit_change', 'on', true);
    delete from audit_seals
    where position < (select max(position) from audit_seals where audit_at < border) and audit_at < border;
    perform set_config('regie.audit_change', '', true);
  end if;
  return dropped;
end $$;
revoke execute on function drop_old_audit_months from public;
