-- Priority, lines, switches, lock and trial run of a batch; deeds over many cases, and taking them back.
alter table batches
  -- Null: shares the lines of its script.
  add column own_lines int check (own_lines between 0 and 500),
  add column number_recognition boolean not null default true,
  add column dialer_on boolean not null default true,
  add column redial_on boolean not null default true,
  -- When and by whom a switch was last set: {dialerOn: {at, by}, …}
  add column switched jsonb not null default '{}',
  add column locked_at timestamptz,
  add column locked_by text,
  add column lock_reason text not null default '',
  -- As BatchTrial of the contract; while it runs or waits, only cases up to trial_until_case take steps.
  add column trial jsonb,
  add column trial_until_case bigint,
  -- Holds cases that were made one by one; one for a script.
  add column is_single boolean not null default false,
  -- Demos of staff: in no list, search, total or report.
  add column is_demo boolean not null default false,
  add check ((locked_at is null) = (locked_by is null));
create unique index batches_single on batches (customer_id, script_id) where is_single;
create unique index batches_demo on batches (customer_id, script_id) where is_demo;
create index batches_trial on batches (customer_id, id) where trial_until_case is not null;

-- A deed over many cases that its doer can take back for ten minutes: what it changed carries its id.
create table deeds (
  customer_id bigint not null references customers,
  id bigint generated always as identity,
  token text not null unique,
  user_id bigint not null references users on delete cascade,
  deed text not null,
  name text not null,
  batch_id bigint,
  case_id bigint,
  -- What is needed to go back, for the deed's own code.
  before jsonb not null default '{}',
  count int not null default 0,
  at timestamptz not null default now(),
  until timestamptz not null,
  undone_at timestamptz,
  primary key (customer_id, id),
  unique (id)
);
create index deeds_user on deeds (user_id, until) where undone_at is null;
create index deeds_until on deeds (until);

-- How a case and its run stood before a deed. What was changed since has another moment of its status, or a version further on: it is left alone.
create table deed_cases (
  customer_id bigint not null,
  deed_id bigint not null,
  case_id bigint not null,
  status text not null,
  status_at timestamptz not null,
  paused_until timestamptz,
  result text,
  last_result text,
  closed_by_batch boolean not null,
  paused_before_closing boolean not null,
  version int not null,
  run_state text,
  waiting_for text,
  due_at timestamptz,
  primary key (customer_id, deed_id, case_id),
  foreign key (customer_id, deed_id) references deeds (customer_id, id) on delete cascade
);
alter table communications add column cancelled_by_deed bigint;

create table bulk_jobs (
  customer_id bigint not null references customers,
  id bigint generated always as identity,
  user_id bigint not null references users on delete cascade,
  username text not null,
  kind text not null check (kind in ('cases', 'batches')),
  filter jsonb not null,
  action jsonb not null,
  state text not null default 'waiting' check (state in ('waiting', 'running', 'done', 'failed', 'cancelled')),
  total int not null default 0,
  done int not null default 0,
  -- {error code: how many}
  skipped jsonb not null default '{}',
  -- The last id that was looked at: a job of a killed process goes on behind it.
  reached bigint,
  deed_id bigint,
  created_at timestamptz not null default now(),
  started_at timestamptz,
  finished_at timestamptz,
  primary key (customer_id, id),
  unique (id)
);
create index bulk_jobs_user on bulk_jobs (user_id, created_at);

do $$ declare t text; begin
  foreach t in array array['deeds', 'deed_cases', 'bulk_jobs'] loop perform protect_by_customer(t::regclass); end loop;
end $$;
select audit_table('bulk_jobs', 'bulk', 'id', '', 'done,reached,skipped,total,started_at,finished_at');
