create extension if not exists pg_trgm;

create table batches (
  customer_id bigint not null,
  id bigint generated always as identity,
  script_id bigint not null,
  name text not null check (length(name) between 1 and 120),
  status text not null default 'preparing' check (status in ('preparing', 'open', 'paused', 'closed')),
  paused_until timestamptz,
  priority smallint not null default 5 check (priority between 1 and 9),
  comments text not null default '',
  imported_at timestamptz,
  import_id bigint unique,
  version int not null default 1,
  created_at timestamptz not null default now(),
  primary key (customer_id, id),
  unique (id),
  foreign key (customer_id, script_id) references scripts (customer_id, id),
  check (paused_until is null or status = 'paused')
);
create index batches_script on batches (customer_id, script_id, id);
create index batches_status on batches (status) where status in ('open', 'paused');

-- Kept counters: triggers move them in the transaction of the change, so they are exact at every commit (test R21).
create table batch_counters (
  customer_id bigint not null,
  batch_id bigint not null,
  total int not null default 0, open int not null default 0, closed int not null default 0, paused int not null default 0, busy int not null default 0,
  not_called int not null default 0, human int not null default 0, voicemail int not null default 0, other int not null default 0, transfers int not null default 0,
  emails int not null default 0, sms int not null default 0, whatsapp int not null default 0, payment_links int not null default 0, paid int not null default 0,
  unknown int not null default 0,
  primary key (customer_id, batch_id),
  foreign key (customer_id, batch_id) references batches (customer_id, id) on delete cascade
) with (fillfactor = 50);

create table cases (
  customer_id bigint not null,
  id bigint generated always as identity,
  batch_id bigint not null,
  case_number text not null check (length(case_number) between 1 and 35),
  status text not null default 'open' check (status in ('open', 'paused', 'closed')),
  status_at timestamptz not null default now(),
  -- What closed it, so that reopening a batch opens what its closing closed, and nothing else.
  closed_by_batch boolean not null default false,
  paused_before_closing boolean not null default false,
  paused_until timestamptz,
  result text,
  last_result text,
  live_state text check (live_state in ('script', 'calling', 'cooldown', 'transferred', 'transferring', 'human', 'voicemail', 'noanswer', 'incall')),
  attempts int not null default 0,
  last_answer text,
  name text not null default '',
  phone text,
  mobile text,
  email text,
  city text,
  postcode text,
  invoice_number text,
  locale text not null default 'nl' check (locale in ('nl', 'eng', 'fr')),
  outstanding_cents bigint check (outstanding_cents >= 0),
  currency char(3) not null default 'EUR',
  fields jsonb not null default '{}',
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (customer_id, id),
  unique (customer_id, case_number),
  foreign key (customer_id, batch_id) references batches (customer_id, id)
) with (fillfactor = 80);
create index cases_batch on cases (customer_id, batch_id, id);
create index cases_batch_status on cases (customer_id, batch_id, status, id);
create index cases_status on cases (customer_id, status, id);
create index cases_paused on cases (paused_until) where status = 'paused' and paused_until is not null;
-- What cases are found by, apart from cases: their status changes often, and each change would write every index entry anew.
-- terms: lower-case name and the digits of the phones; one trigram index finds any part of either.
create table case_search (
  customer_id bigint not null,
  case_id bigint not null,
  terms text not null,
  case_number text not null,
  email text,
  invoice_number text,
  postcode text,
  primary key (customer_id, case_id)
);
create index case_search_number on case_search (customer_id, case_number text_pattern_ops);
create index case_search_email on case_search (customer_id, email text_pattern_ops) where email is not null;
create index case_search_invoice on case_search (customer_id, invoice_number text_pattern_ops) where invoice_number is not null;
create index case_search_postcode on case_search (customer_id, postcode text_pattern_ops) where postcode is not null;
-- Measured with 100,000 rows: fastupdate off 18 s, on with a large pending list 3 s and 0.6 s to clean it, which every import does at its end.
create index case_search_terms on case_search using gin (terms gin_trgm_ops) with (gin_pending_list_limit = 32768);
alter table case_search set (autovacuum_vacuum_insert_scale_factor = 0.02);

create function index_new_cases() returns trigger language plpgsql as $$
begin
  insert into case_search (customer_id, case_id, terms, case_number, email, invoice_number, postcode)
  select customer_id, id, lower(name) || ' ' || coalesce(replace(phone, '+', ''), '') || ' ' || coalesce(replace(mobile, '+', ''), ''),
    lower(case_number), lower(email), lower(invoice_number), upper(replace(postcode, ' ', ''))
  from new_rows;
  return null;
end $$;
create trigger index_cases_inserted after insert on cases referencing new table as new_rows for each statement execute function index_new_cases();

-- Where a case stands in its script. Hot and narrow, apart from the wide and indexed cases.
create table case_runs (
  customer_id bigint not null,
  case_id bigint not null,
  batch_id bigint not null,
  script_version_id bigint not null,
  step text not null,
  -- Counts the steps taken: part of every idempotency key, so that a step taken twice acts once.
  step_no int not null default 0,
  state text not null default 'ready' check (state in ('ready', 'sleeping', 'waiting', 'finished')),
  waiting_for text check (waiting_for in ('call', 'reply', 'payment')),
  due_at timestamptz not null default now(),
  owner bigint,
  claimed_at timestamptz,
  primary key (customer_id, case_id),
  foreign key (customer_id, case_id) references cases (customer_id, id) on delete cascade
) with (fillfactor = 60);
create index case_runs_due on case_runs (customer_id, batch_id, due_at) where state in ('ready', 'sleeping') and owner is null;
create index case_runs_owner on case_runs (owner) where owner is not null;

-- Engines that live: an engine whose lease ran out has lost its claims.
create table engines (
  id bigint generated always as identity primary key,
  started_at timestamptz not null default now(),
  lease_until timestamptz not null
);

-- What happened to a case, append-only, a partition a month so that retention drops a partition.
create table timeline (
  customer_id bigint not null,
  case_id bigint not null,
  id bigint generated always as identity,
  at timestamptz not null default now(),
  kind text not null,
  event text not null,
  params jsonb not null default '{}',
  communication_id bigint,
  simulated boolean not null default false,
  by_user text,
  primary key (customer_id, case_id, id, at)
) partition by range (at);

-- Makes the month partitions from the given month on; housekeeping calls it ahead of time.
create function ensure_month_partitions(parent regclass, first date, months int) returns void language plpgsql as $$
declare m date; t text;
begin
  for i in 0 .. months - 1 loop
    m := (date_trunc('month', first) + make_interval(months => i))::date;
    t := parent::text || '_' || to_char(m, 'YYYY_MM');
    if to_regclass(t) is null then
      execute format('create table %I partition of %s for values from (%L) to (%L)', t, parent, m, (m + interval '1 month')::date);
    end if;
  end loop;
end $$;
create table timeline_default partition of timeline default;
select ensure_month_partitions('timeline', (now() - interval '1 month')::date, 14);
