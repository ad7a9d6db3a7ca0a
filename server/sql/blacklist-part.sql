-- Entries of the blacklist that hold a part of a number or address: asked as the owner, for no policy keeps the owner
-- from the index of parts, for one customer that the connection serves.
create or replace function blacklist_with_part(customer bigint, part text, most int) returns setof bigint
language plpgsql stable security definer set search_path = public, pg_temp as $$
declare served text := coalesce(nullif(current_setting('regie.customers', true), ''), '{}');
begin
  if served <> '*' and not (customer = any (served::bigint[])) then return; end if;
  return query execute 'select id from blacklist where customer_id = $1 and value like $2 limit $3'
    using customer, '%' || replace(replace(replace(part, '\', '\\'), '%', '\%'), '_', '\_') || '%', most;
end $$;
