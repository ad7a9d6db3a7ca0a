-- Whoever had a report made is notified when it is there.
alter table notifications
  add column file_id bigint,
  add constraint notifications_customer_id_file_id_fkey
    foreign key (customer_id, file_id) references files (customer_id, id) on delete cascade;
create index notifications_file on notifications (customer_id, file_id) where file_id is not null;
