-- A password opens nothing where only single sign-on counts, except to who looks after the installation (modules/users/password-allowed.ts),
-- and an account at a provider nothing where there is no provider any more: neither makes somebody one who is left.
create function can_get_in(of_user bigint) returns boolean language sql stable security definer set search_path = public, pg_temp as $$
  select coalesce((
    select u.locked_at is null and (
      exists (select from sso_subjects s join sso_providers p using (customer_id, issuer) where s.user_id = u.id and s.customer_id = u.customer_id)
      or (u.password_hash is not null and (coalesce(c.local_passwords, true) or 831 = any (rights_of(u.id)))))
    from users u left join customers c on c.id = u.customer_id where u.id = of_user), false)
$$;

create or replace function count_administrators() returns bigint language sql stable security definer set search_path = public, pg_temp as $$
  select count(*) from (
    select m.user_id from right_group_members m join right_group_objects g on g.group_id = m.group_id join right_objects o on o.id = g.object_id
    where o.code in (802, 804) group by m.user_id having count(distinct o.code) = 2) a
  where can_get_in(a.user_id)
$$;

create or replace function count_indispensable() returns bigint[] language sql stable security definer set search_path = public, pg_temp as $$
  select array[count_administrators(),
    (select count(distinct m.user_id) from right_group_members m join right_group_objects g on g.group_id = m.group_id join right_objects o on o.id = g.object_id
      where o.code = 831 and can_get_in(m.user_id)),
    (select count(distinct m.user_id) from right_group_members m join right_groups g on g.id = m.group_id where g.every_right and can_get_in(m.user_id))]
$$;
