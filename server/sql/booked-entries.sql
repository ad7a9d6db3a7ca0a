-- Keeps with each entry of a bank whether a payment books it. A booking that is taken back makes it wait again.
create or replace function keep_booked_entries() returns trigger language plpgsql as $$
begin
  update bank_entries e
  set was_booked = true, is_booked = b.counts
  from (
    select n.customer_id, n.bank_entry_id, exists (
        select from payments p
        where p.customer_id = n.customer_id and p.bank_entry_id = n.bank_entry_id
          and p.withdrawn_at is null) as counts
    from (select distinct customer_id, bank_entry_id from new_rows where bank_entry_id is not null) n) b
  where e.customer_id = b.customer_id and e.id = b.bank_entry_id
    and (e.was_booked, e.is_booked) is distinct from (true, b.counts);
  return null;
end $$;

create or replace trigger keep_booked_entries_inserted after insert on payments
  referencing new table as new_rows
  for each statement execute function keep_booked_entries();
create or replace trigger keep_booked_entries_updated after update on payments
  referencing new table as new_rows
  for each statement execute function keep_booked_entries();
