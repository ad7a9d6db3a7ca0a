-- Every process remembers whether there is maintenance, and reads it anew when it changes.
create or replace function notify_maintenance_changed() returns trigger language plpgsql as $$
begin
  perform publish_maintenance_changed();
  return null;
end $$;

create or replace trigger maintenance_changed after update on maintenance
  for each statement execute function notify_maintenance_changed();
