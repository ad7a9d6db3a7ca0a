-- Tells every api process to look anew who may do what: they remember callers for some seconds (modules/login/caller-memory.ts).
create function tell_callers_changed() returns trigger language plpgsql as $$
begin
  perform pg_notify('live', '{"kind":"callers.changed"}');
  return null;
end $$;
create trigger members_changed after insert or update or delete on right_group_members for each statement execute function tell_callers_changed();
create trigger group_rights_changed after insert or update or delete on right_group_objects for each statement execute function tell_callers_changed();
create trigger users_changed after update of username, locked_at or delete on users for each statement execute function tell_callers_changed();
-- Per row: a sign-in also sweeps up ended sessions, and most times there is none.
create trigger sessions_changed after delete on sessions for each row execute function tell_callers_changed();
