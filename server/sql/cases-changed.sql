-- One live event for the cases of a batch that changed together, in portions that fit into a notification (8,000
-- bytes).
create or replace function notify_cases_changed(customer_id bigint, batch_id bigint, case_ids bigint[]) returns void
language plpgsql as $$
begin
  for i in 1 .. cardinality(case_ids) by 300 loop
    perform pg_notify('live', json_build_object(
      'kind', 'cases.changed',
      'customerId', customer_id,
      'batchId', batch_id,
      'caseIds', case_ids[i : i + 299])::text);
  end loop;
end $$;
