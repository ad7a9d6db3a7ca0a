-- Rights count when work is done, not when it is asked for. An undo entry names the right that takes it back, a kept
-- answer the rights of the caller who got it, and a bulk action whose user may no longer do it ends as refused.
alter table undo_entries add column right_code bigint;
alter table request_keys add column rights bigint[] not null default '{}';
alter table bulk_jobs drop constraint bulk_jobs_state_check;
alter table bulk_jobs add constraint bulk_jobs_state_check
  check (state in ('waiting', 'running', 'done', 'failed', 'cancelled', 'refused'));

-- Answers of before this migration do not say whose rights they need.
delete from request_keys;

-- What was done just before: by what was done, and the right to close cases for a change of one.
update undo_entries
set right_code = case
  when action in ('batch.pause', 'batch.resume') then 201
  when action like 'batch%' then 202
  else 222
end;
