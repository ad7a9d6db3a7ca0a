-- The headers of a case list sort: one index for each order of a batch's cases, so that its page 400 costs what page 1
-- costs. None has updated_at or live_state, which change with every contact: such an update still writes no index.
create index cases_by_number on cases (customer_id, batch_id, case_number, id);
create index cases_by_name on cases (customer_id, batch_id, (name collate "nl-x-icu"), id);
create index cases_by_city on cases (customer_id, batch_id, (coalesce(city, '') collate "nl-x-icu"), id);
create index cases_by_outstanding on cases (customer_id, batch_id, coalesce(outstanding_cents, -1), id);
create index cases_by_result on cases (customer_id, batch_id, coalesce(result, ''), id);
