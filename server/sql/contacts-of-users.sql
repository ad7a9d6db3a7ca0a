-- Every person has one contact, from the moment that the account is made; it is at home where the account is. The
-- account of a machine is nobody's, and so in no list of people.
create or replace function contact_of_new_user() returns trigger language plpgsql as $$
begin
  insert into contacts (customer_id, user_id) values (new.customer_id, new.id);
  return null;
end $$;
create or replace trigger contact_of_new_user after insert on users
  for each row when (not new.is_machine)
  execute function contact_of_new_user();

create or replace function contact_moves_with_user() returns trigger language plpgsql as $$
begin
  delete from contact_list_members m using contacts c where c.user_id = new.id and m.contact_id = c.id;
  update contacts set customer_id = new.customer_id where user_id = new.id;
  return null;
end $$;
create or replace trigger contact_moves_with_user after update of customer_id on users
  for each row when (old.customer_id is distinct from new.customer_id) execute function contact_moves_with_user();

-- An account that goes leaves its contact with the language it had, unless the contact is of no customer or cannot be
-- reached: then nobody could find or use it.
create or replace function contact_stays_without_user() returns trigger language plpgsql as $$
begin
  delete from contacts where user_id = old.id and (customer_id is null or last_name = '' or email = '');
  update contacts
  set user_id = null, version = version + 1,
    locale = case when old.settings ->> 'locale' in ('nl', 'eng', 'fr') then old.settings ->> 'locale' else locale end
  where user_id = old.id;
  return old;
end $$;
create or replace trigger contact_stays_without_user before delete on users
  for each row execute function contact_stays_without_user();

-- A user with how he is reached and addressed. security_invoker: a view reads with the rights of its owner unless it
-- says otherwise.
create or replace view staff with (security_invoker = true) as
  select u.id, u.username, u.password_hash, u.customer_id, u.settings, u.locked_at, u.last_login_at, u.created_at,
    u.password_changed_at, u.delayed_until, c.id as contact_id, c.salutation, c.initials, c.first_name, c.middle_name,
    c.last_name, c.department, c.job_title, c.email, c.phone, c.mobile, c.version
  from users u
  join contacts c on c.user_id = u.id;
