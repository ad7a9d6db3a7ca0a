-- Staff hold the SMS of a script until a moment, or until they let them go.
alter table scripts
  add column sms_paused boolean not null default false,
  add column sms_paused_until timestamptz,
  add constraint scripts_sms_pause_check check (sms_paused or sms_paused_until is null);
