-- The right of a customer carries the customer's name: it stands behind the second wall too. Other rights are everybody's.
alter table right_objects add column customer_id bigint
  generated always as (case when code::text like '5_%' then substr(code::text, 2)::bigint end) stored;
select protect_by_customer('right_objects', 'customer_id', 'customer_id is null');

-- What a group gives, with the rights of customers that the asker does not serve: he may not give those.
create function codes_of_group(of_group bigint) returns bigint[] language sql stable security definer set search_path = public, pg_temp as $$
  select coalesce(array_agg(o.code), '{}') from right_group_objects m join right_objects o on o.id = m.object_id where m.group_id = of_group
$$;
