-- What a user wrote to us and what was sent to them is seen by who sees that user: both hold text about people. Work
-- that serves all customers (jobs, signing in) sees all of it, also of users who are gone.
alter table feedback enable row level security;
create policy served on feedback using (
  (select current_setting('regie.customers', true) = '*')
  or exists (select from users u where u.id = feedback.user_id));

alter table system_messages enable row level security;
create policy served on system_messages using (
  (select current_setting('regie.customers', true) = '*')
  or exists (select from users u where u.id = system_messages.user_id));
