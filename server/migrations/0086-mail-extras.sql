-- What a mail carries beside its text: by which link its reader leaves, where answers go,
-- who gets a copy. Null: nothing.
alter table communication_contents add column mail jsonb;

-- The bytes of a mail as it left, where its template asks for it.
create table sent_mails (
  customer_id bigint not null,
  communication_id bigint not null,
  content bytea not null,
  sha256 bytea not null check (length(sha256) = 32),
  kept_at timestamptz not null,
  primary key (customer_id, communication_id),
  foreign key (customer_id, communication_id) references communications (customer_id, id) on delete cascade
);
select protect_by_customer('sent_mails');
