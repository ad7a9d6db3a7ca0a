-- What waits for staff is looked at again when their call or hold ends, also the other cases of that person: few runs
-- wait so, whatever stands in the table.
create index case_runs_held_by_staff on case_runs (customer_id, case_id)
  where held in ('staffCall', 'staffResult', 'caseHeld') and state = 'sleeping';

-- The headers of a case list filter by the last answer and by the next step.
create index cases_by_answer on cases (customer_id, batch_id, last_answer, id) where last_answer is not null;
create index case_runs_at_step on case_runs (customer_id, batch_id, step, case_id) where state <> 'finished';
