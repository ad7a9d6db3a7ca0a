-- Files that staff send with an e-mail: kept as they are uploaded, and tied to the message in the transaction that
-- queues it.
create table mail_attachments (
  customer_id bigint not null,
  id bigint generated always as identity,
  case_id bigint not null,
  -- Null: the e-mail is still being written.
  communication_id bigint,
  no int check (no between 1 and 5),
  file_name text not null check (length(file_name) between 1 and 200),
  media_type text not null,
  bytes int not null check (bytes > 0),
  content bytea not null,
  -- Who may send it; null: it was sent, and they are gone.
  uploaded_by bigint references users on delete set null,
  uploaded_at timestamptz not null,
  primary key (customer_id, id),
  foreign key (customer_id, case_id) references cases (customer_id, id) on delete cascade,
  foreign key (customer_id, communication_id) references communications (customer_id, id) on delete cascade,
  check ((communication_id is null) = (no is null))
);
create unique index mail_attachments_of_message on mail_attachments (customer_id, communication_id, no);
create index mail_attachments_of_case on mail_attachments (customer_id, case_id);
create index mail_attachments_unsent on mail_attachments (uploaded_by, uploaded_at) where communication_id is null;
select protect_by_customer('mail_attachments');
