-- Says that cases of a batch changed together, and with them what the batch counts: one live event, in portions that
-- fit into a notification (8,000 bytes). A case alone has an event of its own.
create or replace function notify_cases_changed(customer_id bigint, batch_id bigint, case_ids bigint[]) returns void
language plpgsql as $$
begin
  if cardinality(case_ids) = 1 then
    perform publish_case_changed(customer_id, batch_id, case_ids[1]), publish_batch_changed(customer_id, batch_id);
    return;
  end if;
  for i in 1 .. cardinality(case_ids) by 300 loop
    perform publish_cases_changed(customer_id, batch_id, case_ids[i : i + 299]);
  end loop;
end $$;
