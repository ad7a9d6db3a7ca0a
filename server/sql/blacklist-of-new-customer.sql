-- A new customer begins with what stands for the whole installation. As the owner: who makes a
-- customer may not see the others.
create or replace function blacklist_of_new_customer() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into blacklist (customer_id, kind, value, reason, retention, added_at, added_by, expires_at, system_key, note)
  select distinct on (b.system_key) new.id, b.kind, b.value, b.reason, b.retention, b.added_at, b.added_by,
    b.expires_at, b.system_key, b.note
  from blacklist b
  where b.system_key is not null
    and b.removed_at is null
    and (b.expires_at is null or b.expires_at > now())
  order by b.system_key;
  return null;
end $$;
create or replace trigger blacklist_of_new_customer after insert on customers
  for each row execute function blacklist_of_new_customer();
