-- Files with which approved WhatsApp texts begin. Kept once for all messages of a text; a revision names its file, and
-- one that no revision names is removed after a week.
create table template_files (
  customer_id bigint not null references customers,
  id bigint generated always as identity,
  kind text not null check (kind in ('image', 'document', 'video')),
  file_name text not null check (length(file_name) between 1 and 200),
  media_type text not null,
  bytes int not null check (bytes > 0),
  content bytea not null,
  -- Null: they are gone.
  uploaded_by bigint references users on delete set null,
  uploaded_at timestamptz not null,
  primary key (customer_id, id)
);
create index template_files_recent on template_files (uploaded_by, uploaded_at);
select protect_by_customer('template_files');

-- What a provider named such a file when it was brought there, so that one upload serves all messages.
create table template_files_brought (
  customer_id bigint not null,
  file_id bigint not null,
  -- 0: the installation's own.
  provider_id bigint not null,
  provider_ref text not null,
  brought_at timestamptz not null,
  primary key (customer_id, file_id, provider_id),
  foreign key (customer_id, file_id) references template_files (customer_id, id) on delete cascade
);
select protect_by_customer('template_files_brought');
