-- A group that holds every right gets each new one. As the owner: whoever makes a customer or a right may not see all
-- groups.
create or replace function give_every_right() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into right_group_objects (group_id, object_id)
  select g.id, new.id
  from right_groups g
  where g.every_right;
  return null;
end $$;

create or replace trigger objects_given after insert on right_objects
  for each row execute function give_every_right();

-- Every customer has its right of type 5 from the moment that it exists; a name that staff chose for the right stays.
create or replace function name_customer_right() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if tg_op = 'UPDATE' then
    update right_objects set
      name_nl = case when name_nl = old.name then new.name else name_nl end,
      name_eng = case when name_eng = old.name then new.name else name_eng end,
      name_fr = case when name_fr = old.name then new.name else name_fr end
    where code = ('5' || new.id)::bigint;
  else
    insert into right_objects (type_id, ref, code, name_nl, name_eng, name_fr, built_in)
    select id, new.id::text, ('5' || new.id)::bigint, new.name, new.name, new.name, true
    from right_types
    where prefix = 5
    on conflict (code) do nothing;
  end if;
  return null;
end $$;

create or replace trigger customer_right_made after insert on customers
  for each row execute function name_customer_right();
create or replace trigger customer_right_named after update of name on customers
  for each row when (old.name <> new.name)
  execute function name_customer_right();
