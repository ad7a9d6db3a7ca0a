-- Is there maintenance? One row; every process remembers it and hears of a change.
create table maintenance (
  only_one boolean primary key default true check (only_one),
  is_on boolean not null default false,
  message text not null default '' check (length(message) <= 500),
  until timestamptz,
  changed_at timestamptz not null default now()
);
insert into maintenance default values;
create function tell_maintenance_changed() returns trigger language plpgsql as $$
begin
  perform pg_notify('live', '{"kind":"maintenance.changed"}');
  return null;
end $$;
create trigger maintenance_changed after update on maintenance for each statement execute function tell_maintenance_changed();
