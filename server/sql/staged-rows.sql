-- PostgreSQL refuses COPY into a table with policies, so it goes into the partition of import_rows: only work that
-- serves all customers may do so, and it gives each row the customer of its import.
create or replace function refuse_one_customer() returns trigger language plpgsql as $$
begin
  if current_setting('regie.customers', true) is distinct from '*' then
    raise 'rows are copied into % by work that serves all customers', tg_table_name
      using errcode = 'insufficient_privilege';
  end if;
  return null;
end $$;

create or replace trigger for_all_customers before insert on import_rows_staged
  for each statement execute function refuse_one_customer();
