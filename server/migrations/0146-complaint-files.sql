-- What a debtor sent along to show that something is not right, such as a receipt: the file, and the dispute it is of.
create table complaint_files (
  customer_id bigint not null,
  complaint_id bigint not null,
  file_id bigint not null,
  primary key (customer_id, complaint_id, file_id),
  foreign key (customer_id, complaint_id) references complaints (customer_id, id) on delete cascade,
  foreign key (customer_id, file_id) references files (customer_id, id)
);
select protect_by_customer('complaint_files');
