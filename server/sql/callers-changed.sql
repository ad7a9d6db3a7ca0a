-- API processes remember callers and their rights for some seconds (caller-memory.ts). What changes either makes all
-- of them read anew.
create or replace function notify_callers_changed() returns trigger language plpgsql as $$
begin
  perform publish_callers_changed();
  return null;
end $$;

create or replace trigger members_changed after insert or update or delete on right_group_members
  for each statement execute function notify_callers_changed();
create or replace trigger group_rights_changed after insert or update or delete on right_group_objects
  for each statement execute function notify_callers_changed();
create or replace trigger users_changed after update of username, locked_at or delete on users
  for each statement execute function notify_callers_changed();
create or replace trigger user_home_changed after update of customer_id on users
  for each row when (old.customer_id is distinct from new.customer_id)
  execute function notify_callers_changed();
create or replace trigger sign_in_rules_changed
  after update of enforce_two_factor, password_expiry_days, local_passwords on customers
  for each row execute function notify_callers_changed();
create or replace trigger api_key_changed after insert or update of key_hash or delete on api_keys
  for each row execute function notify_callers_changed();
create or replace trigger factor_changed after insert or update of confirmed_at or delete on user_factors
  for each row execute function notify_callers_changed();
create or replace trigger passkey_changed after insert or delete on passkeys
  for each row execute function notify_callers_changed();

-- Per row: a sign-in also sweeps up ended sessions, and most times there is none.
create or replace trigger sessions_changed after delete on sessions
  for each row execute function notify_callers_changed();
create or replace trigger session_stage_changed after update of stage on sessions
  for each row execute function notify_callers_changed();
