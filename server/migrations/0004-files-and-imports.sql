-- Uploaded files live in the database: it is the only thing that api and engine processes share.
create table files (
  customer_id bigint not null references customers,
  id bigint generated always as identity,
  name text not null,
  bytes int not null,
  sha256 bytea not null,
  content bytea not null,
  uploaded_by bigint references users on delete set null,
  created_at timestamptz not null default now(),
  primary key (customer_id, id)
);

create table imports (
  customer_id bigint not null,
  id bigint generated always as identity,
  file_id bigint not null,
  script_id bigint not null,
  status text not null check (status in ('reading', 'mapping', 'checking', 'ready', 'importing', 'done', 'failed', 'cancelled')),
  failure jsonb,
  encoding text,
  separator text,
  columns jsonb not null default '[]',
  mapping jsonb,
  preview jsonb not null default '[]',
  counts jsonb,
  rows_total int not null default 0,
  rows_done int not null default 0,
  batch_name text,
  start_later boolean not null default false,
  batch_id bigint,
  -- Counts up with each change of mapping, so that a check that was overtaken writes nothing.
  check_no int not null default 0,
  created_by bigint references users on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (customer_id, id),
  unique (id),
  foreign key (customer_id, file_id) references files (customer_id, id),
  foreign key (customer_id, script_id) references scripts (customer_id, id)
);

-- Parsed rows between check and confirmation. Unlogged: they can be made again from the file, and are, when a crash empties the table.
create unlogged table import_rows (
  import_id bigint not null,
  check_no int not null,
  row_no int not null,
  reason text,
  reason_column text,
  reason_value text,
  case_number text,
  name text,
  phone text,
  mobile text,
  email text,
  city text,
  postcode text,
  invoice_number text,
  locale text,
  outstanding_cents bigint,
  fields jsonb,
  raw text[]
);
create index import_rows_order on import_rows (import_id, check_no, row_no);
create index import_rows_number on import_rows (import_id, check_no, case_number);
