-- Keeps how many notifications of a kind a user has not read, in the transaction of the change
-- (docs/decisions/0004-counters-by-triggers.md).
create or replace function count_notifications() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into notification_counts as k (customer_id, user_id, kind, unread)
    select customer_id, user_id, kind, count(*)
    from new_rows
    where read_at is null
    group by 1, 2, 3
    order by 1, 2, 3
    on conflict (customer_id, user_id, kind) do update set unread = k.unread + excluded.unread;
  elsif tg_op = 'UPDATE' then
    update notification_counts k
    set unread = k.unread - r.read
    from (
      select o.customer_id, o.user_id, o.kind, count(*) as read
      from old_rows o
      join new_rows n using (customer_id, id)
      where o.read_at is null and n.read_at is not null
      group by 1, 2, 3) r
    where k.customer_id = r.customer_id and k.user_id = r.user_id and k.kind = r.kind;
  else
    update notification_counts k
    set unread = k.unread - r.gone
    from (
      select customer_id, user_id, kind, count(*) as gone
      from old_rows
      where read_at is null
      group by 1, 2, 3) r
    where k.customer_id = r.customer_id and k.user_id = r.user_id and k.kind = r.kind;
  end if;
  return null;
end $$;

create or replace trigger count_notifications_inserted after insert on notifications
referencing new table as new_rows
for each statement execute function count_notifications();
create or replace trigger count_notifications_updated after update on notifications
referencing old table as old_rows new table as new_rows
for each statement execute function count_notifications();
create or replace trigger count_notifications_deleted after delete on notifications
referencing old table as old_rows
for each statement execute function count_notifications();
