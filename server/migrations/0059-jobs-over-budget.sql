-- A job is also set aside when it takes more rows, memory or connections than its kind may.
alter table jobs_set_aside
  drop constraint jobs_set_aside_reason_check,
  add constraint jobs_set_aside_reason_check
  check (reason in ('died', 'deadline', 'rows', 'memory', 'connections', 'failed'));
