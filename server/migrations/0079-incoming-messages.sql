-- Mailboxes are read: what people answer, and what mail servers report, is saved once and before it is marked as read.
alter table providers drop constraint providers_kind_check;
alter table providers
  add constraint providers_kind_check check (kind in ('simulated', 'smtp', 'imap')),
  -- Nothing leaves by it, so no channel falls back on it.
  add constraint providers_default_sends check (not (kind = 'imap' and is_default));

-- How far a mailbox has been read.
create table mailboxes (
  customer_id bigint not null,
  provider_id bigint not null,
  uid_validity bigint,
  last_uid bigint not null default 0,
  -- The mail that is being taken apart: one on which a process died twice is set aside.
  trying_uid bigint,
  tries int not null default 0,
  -- One process reads it at a time.
  taken_until timestamptz,
  read_at timestamptz,
  primary key (customer_id, provider_id),
  foreign key (customer_id, provider_id) references providers (customer_id, id) on delete cascade
);
select protect_by_customer('mailboxes');

create table incoming_messages (
  customer_id bigint not null references customers,
  id bigint generated always as identity,
  channel text not null check (channel in ('email', 'sms', 'whatsapp')),
  -- The provider outlives no message: no foreign key.
  provider_id bigint not null,
  -- The sender's own name for it, else its number in the mailbox: the same one is saved once.
  message_key text not null check (length(message_key) between 1 and 1100),
  kind text not null check (kind in ('message', 'automatic', 'report', 'unreadable')),
  -- Null: nobody knows yet what it belongs to.
  case_id bigint,
  batch_id bigint,
  -- The message of ours that it answers or reports about.
  communication_id bigint,
  sender text not null default '',
  sender_name text not null default '',
  receivers text[] not null default '{}',
  subject text not null default '',
  -- What was written, and what was quoted below it.
  text text not null default '',
  quoted text not null default '',
  bytes int not null,
  -- Why it could not be read, or what the report says.
  reason text not null default '',
  came_at timestamptz not null,
  saved_at timestamptz not null,
  primary key (customer_id, id),
  unique (customer_id, provider_id, message_key),
  foreign key (customer_id, case_id) references cases (customer_id, id) on delete cascade
);
create index incoming_of_case on incoming_messages (customer_id, case_id, id) where case_id is not null;
create index incoming_unknown on incoming_messages (customer_id, came_at) where case_id is null and kind = 'message';
select protect_by_customer('incoming_messages');

create table incoming_attachments (
  customer_id bigint not null,
  incoming_id bigint not null,
  no smallint not null,
  file_name text not null,
  media_type text not null,
  bytes int not null,
  -- Null: too large to keep.
  content bytea,
  primary key (customer_id, incoming_id, no),
  foreign key (customer_id, incoming_id) references incoming_messages (customer_id, id) on delete cascade
);
select protect_by_customer('incoming_attachments');

