-- Whether an entry of a bank is booked stands with it, kept by server/sql/booked-entries.sql: what waits is found and
-- counted by an index of its own, however many were booked before. Once booked by a payment, `was_booked` stays: what
-- was taken back is never booked by itself.
alter table bank_entries
  add column is_booked boolean not null default false,
  add column was_booked boolean not null default false,
  add check (was_booked or not is_booked);
update bank_entries e
set was_booked = true, is_booked = b.counts
from (
  select customer_id, bank_entry_id, bool_or(withdrawn_at is null) as counts
  from payments
  where bank_entry_id is not null
  group by customer_id, bank_entry_id) b
where e.customer_id = b.customer_id and e.id = b.bank_entry_id;
create index bank_entries_open on bank_entries (customer_id, booked_on, id)
  where amount_cents > 0 and ignored_at is null and not is_booked;
drop index bank_entries_statement;
create index bank_entries_statement on bank_entries (customer_id, statement_id, id);
-- The payments of an entry, also those that were taken back.
create index payments_of_bank_entry on payments (customer_id, bank_entry_id) where bank_entry_id is not null;
