-- Folders from which files with cases are fetched by themselves: of the server, or of another machine over SFTP.
create table file_deliveries (
  customer_id bigint not null references customers,
  id bigint generated always as identity unique,
  name text not null check (name <> '' and length(name) <= 80),
  kind text not null check (kind in ('folder', 'sftp')),
  host text not null default '',
  port int not null default 22,
  username text not null default '',
  sign_in text not null default 'password' check (sign_in in ('password', 'key')),
  -- Sealed for this row.
  secret bytea,
  -- Of the machine that somebody called the right one; another one gets no password.
  host_key text,
  folder text not null default '',
  pattern text not null check (pattern <> ''),
  every_minutes int not null check (every_minutes between 1 and 1440),
  script_id bigint not null,
  batch_name text not null check (batch_name <> ''),
  start_later boolean not null default false,
  contact_ids bigint[] not null default '{}',
  is_on boolean not null default false,
  -- Whose uploads its files are.
  acts_for bigint references users on delete set null,
  -- What a person chose at the last import beside the columns, which the script remembers.
  remembered jsonb,
  version int not null default 1,
  next_at timestamptz not null default now(),
  -- Somebody looks into it until then.
  claimed_until timestamptz,
  looked_at timestamptz,
  fault text,
  failing_since timestamptz,
  removed_at timestamptz,
  primary key (customer_id, id),
  foreign key (customer_id, script_id) references scripts (customer_id, id),
  check (kind = 'folder' or host <> '' and username <> ''),
  check (removed_at is null or not is_on and secret is null)
);
create unique index file_deliveries_name on file_deliveries (customer_id, lower(name)) where removed_at is null;
create index file_deliveries_due on file_deliveries (next_at) where is_on;
select protect_by_customer('file_deliveries');

-- Each file that was found there, as it lies there: another size or moment is another file.
create table delivered_files (
  customer_id bigint not null,
  id bigint generated always as identity unique,
  delivery_id bigint not null,
  -- Empty when its time in the log is over; what it held stays known.
  name text not null,
  bytes bigint not null,
  modified_at timestamptz not null,
  -- Since when it has this size.
  still_since timestamptz not null,
  -- When it last lay there.
  seen_at timestamptz not null,
  at timestamptz not null,
  state text not null default 'seen'
    check (state in ('seen', 'checking', 'asking', 'importing', 'imported', 'refused')),
  reason jsonb,
  sha256 bytea,
  import_id bigint,
  rows_read int not null default 0,
  cases int not null default 0,
  refused_rows int not null default 0,
  -- Is it out of the folder, there still, or there for good since it may not be moved?
  place text not null default 'there' check (place in ('there', 'away', 'left')),
  ended_at timestamptz,
  primary key (customer_id, id),
  foreign key (customer_id, delivery_id) references file_deliveries (customer_id, id),
  foreign key (customer_id, import_id) references imports (customer_id, id) on delete set null (import_id),
  check (state in ('seen', 'refused') or sha256 is not null)
);
-- The same content becomes cases once, whatever its name and wherever it comes from.
create unique index delivered_files_content on delivered_files (customer_id, sha256)
  where state in ('checking', 'asking', 'importing', 'imported');
create unique index delivered_files_seen on delivered_files (customer_id, delivery_id, name) where state = 'seen';
create index delivered_files_log on delivered_files (customer_id, delivery_id, id desc);
create index delivered_files_lying on delivered_files (customer_id, delivery_id, name) where place <> 'away';
create index delivered_files_under_way on delivered_files (customer_id, id)
  where state in ('checking', 'asking', 'importing');
create index delivered_files_of_import on delivered_files (customer_id, import_id) where import_id is not null;
create index delivered_files_old on delivered_files (seen_at) where name <> '';
select protect_by_customer('delivered_files');

-- A file that is refused and a folder that cannot be read are news for who looks after the delivery.
alter table notifications
  add column delivery_id bigint,
  add constraint notifications_customer_id_delivery_id_fkey
    foreign key (customer_id, delivery_id) references file_deliveries (customer_id, id) on delete cascade;
create index notifications_delivery on notifications (customer_id, delivery_id) where delivery_id is not null;
