-- The funnel counts runs by place over millions (docs/bench.md P24): in narrow indexes, without looking at a run. `held` comes along with the moment,
-- which every step writes anyway; what is held is apart, since it is few; and the runs that wait are told by batch, which serves the search for stalled calls too.
drop index case_runs_due, case_runs_calling;
create index case_runs_due on case_runs (customer_id, batch_id, due_at) include (held) where state in ('ready', 'sleeping') and owner is null;
create index case_runs_held on case_runs (customer_id, batch_id, held, due_at) where held is not null and state in ('ready', 'sleeping') and owner is null;
create index case_runs_waiting on case_runs (customer_id, batch_id, waiting_for, case_id) where state = 'waiting';
-- When the first pause of a batch ends; paused cases are few, so this index is small.
create index cases_paused_of_batch on cases (customer_id, batch_id, paused_until) where status = 'paused';
