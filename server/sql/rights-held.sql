-- The guards of giving and taking rights look over all customers, whoever asks: they run as the owner, and answer no
-- more than this.
create or replace function rights_of(of_user bigint) returns bigint[]
language sql stable security definer set search_path = public, pg_temp as $$
  select coalesce(array_agg(distinct o.code order by o.code), '{}')
  from right_group_members m
  join right_group_objects g on g.group_id = m.group_id
  join right_objects o on o.id = g.object_id
  where m.user_id = of_user
$$;

-- Null for a user who is locked or gone.
create or replace function active_rights_of(of_user bigint) returns bigint[]
language sql stable security definer set search_path = public, pg_temp as $$
  select rights_of(u.id)
  from users u
  where u.id = of_user and u.locked_at is null
$$;

-- What a group gives, with the rights of customers that the asker does not serve: those the asker may not give.
create or replace function codes_of_group(of_group bigint) returns bigint[]
language sql stable security definer set search_path = public, pg_temp as $$
  select coalesce(array_agg(o.code), '{}')
  from right_group_objects m
  join right_objects o on o.id = m.object_id
  where m.group_id = of_group
$$;
