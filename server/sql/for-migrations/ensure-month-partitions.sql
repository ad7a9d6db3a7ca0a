-- Makes the partitions of the given number of months from `first` on. Housekeeping calls it ahead of time, under a
-- role that may make no tables; of two processes the second sees what the first made. Nobody may read the parent until
-- the transaction ends, so each parent wants a transaction of its own: who reads two of them would wait in a circle.
-- The role reaches a partition only through its parent, which has the policy.
create or replace function ensure_month_partitions(parent regclass, first date, months int) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  m date;
  t text;
begin
  if parent::text not in ('timeline', 'communication_contents', 'payment_events', 'audit') then
    raise 'no such history: %', parent;
  end if;
  perform pg_advisory_xact_lock(hashtext('partitions'), parent::oid::int);
  for i in 0 .. months - 1 loop
    m := (date_trunc('month', first) + make_interval(months => i))::date;
    t := parent::text || '_' || to_char(m, 'YYYY_MM');
    if to_regclass(t) is null then
      execute format('create table %I partition of %s for values from (%L) to (%L)',
        t, parent, m, (m + interval '1 month')::date);
      if parent::text = 'audit' then
        execute format('create trigger never_emptied before truncate on %I
          for each statement execute function refuse_audit_change()', t);
      end if;
    end if;
  end loop;
end $$;
revoke execute on function ensure_month_partitions from public;
