-- Whoever had a report made is notified when it is there.
alter table notifications
  add column file_id bigint,
  add constraint notifications_customer_id_file_id_fkey
    foreign key (customer_id, file_id) references files (customer_id, id) on delete cascade;
-- Of an account that is deleted its bank statements stay.
alter table bank_statements
  alter column uploaded_by drop not null,
  drop constraint bank_statements_uploaded_by_fkey,
  add constraint bank_statements_uploaded_by_fkey
    foreign key (uploaded_by) references users on delete set null;
create index notifications_file on notifications (customer_id, file_id) where file_id is not null;
