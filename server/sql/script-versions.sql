-- Versions of a script are numbered from 1, under the lock of the script, so that no number is given twice.
create or replace function number_script_version() returns trigger language plpgsql as $$
begin
  perform 1 from scripts where customer_id = new.customer_id and id = new.script_id for no key update;
  new.no := (
    select coalesce(max(no), 0) + 1
    from script_versions
    where customer_id = new.customer_id and script_id = new.script_id);
  return new;
end $$;

create or replace trigger script_version_numbered before insert on script_versions
  for each row execute function number_script_version();
