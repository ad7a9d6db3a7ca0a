-- A case that was contacted while its batch had no trial run goes on when that trial run is put back (undo-release.ts).
alter table case_runs add column passes_trial boolean not null default false;
create index case_runs_passing on case_runs (customer_id, batch_id, case_id) where passes_trial;
