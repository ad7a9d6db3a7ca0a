-- What a batch does: steps as versioned data, the hours in which it may, and the texts it sends.
create table scripts (
  customer_id bigint not null references customers,
  id bigint generated always as identity,
  name text not null check (length(name) between 1 and 120),
  active boolean not null default true,
  max_lines int not null default 10 check (max_lines between 1 and 500),
  max_transfers int not null default 5 check (max_transfers >= 0),
  always_open boolean not null default false,
  sms_per_hour int not null default 3600 check (sms_per_hour between 0 and 36000),
  live_version_id bigint,
  import_mapping jsonb,
  created_at timestamptz not null default now(),
  primary key (customer_id, id),
  unique (id),
  check (max_lines > max_transfers)
);

-- A version is never changed: cases under way finish on the version they started with.
create table script_versions (
  customer_id bigint not null,
  id bigint generated always as identity,
  script_id bigint not null,
  steps jsonb not null,
  created_at timestamptz not null default now(),
  primary key (customer_id, id),
  unique (id),
  foreign key (customer_id, script_id) references scripts (customer_id, id)
);
alter table scripts add foreign key (customer_id, live_version_id) references script_versions (customer_id, id);

create table time_windows (
  customer_id bigint not null,
  id bigint generated always as identity,
  script_id bigint not null,
  starts time not null,
  ends time not null check (ends > starts),
  weekdays smallint[] not null,
  channels text[] not null,
  primary key (customer_id, id),
  foreign key (customer_id, script_id) references scripts (customer_id, id)
);
create index time_windows_script on time_windows (customer_id, script_id);

create table templates (
  customer_id bigint not null references customers,
  id bigint generated always as identity,
  key text not null,
  kind text not null check (kind in ('email', 'sms', 'call')),
  live_revision_id bigint,
  primary key (customer_id, id),
  unique (customer_id, key)
);
create table template_revisions (
  customer_id bigint not null,
  id bigint generated always as identity,
  template_id bigint not null,
  -- {nl: {subject, text, html}, eng: …, fr: …}
  texts jsonb not null,
  created_at timestamptz not null default now(),
  primary key (customer_id, id),
  foreign key (customer_id, template_id) references templates (customer_id, id)
);
