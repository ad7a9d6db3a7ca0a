-- One live event for the cases of a batch that changed together, in portions that fit into a notification (8,000
-- bytes).
create or replace function notify_cases_changed(customer_id bigint, batch_id bigint, case_ids bigint[]) returns void
language plpgsql as $$
begin
  for i in 1 .. cardinality(case_ids) by 300 loop
    perform publish_cases_changed(customer_id, batch_id, case_ids[i : i + 299]);
  end loop;
end $$;
