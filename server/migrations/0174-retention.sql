-- How long what is kept stays (contract/src/retention.ts), what a night took away, and requests of people about what is
-- kept of them.
create table retention_periods (
  customer_id bigint primary key references customers on delete cascade,
  -- By class, in months. Whoever saves them lets the nights begin; a customer without a row keeps all.
  months jsonb not null check (jsonb_typeof(months) = 'object'),
  changed_at timestamptz not null,
  changed_by text not null,
  version int not null
);
select protect_by_customer('retention_periods');

-- One line for each class and day that had work, which holds no more than numbers. It moves in the transaction that
-- takes the rows away: a night that is killed is told as far as it came.
create table retention_runs (
  customer_id bigint not null references customers on delete cascade,
  class text not null,
  day date not null,
  -- What ended before this moment was old.
  before timestamptz not null,
  gone int not null default 0 check (gone >= 0),
  -- What was old and had to stay, by reason.
  held jsonb not null default '{}',
  started_at timestamptz not null,
  -- Empty: it was stopped on the way, and the next night goes on.
  finished_at timestamptz,
  primary key (customer_id, day, class)
);
select protect_by_customer('retention_runs');

alter table cases
  add column texts_gone_at timestamptz,
  -- Then nobody can say any more of whom it was. Its money and its result still count, and it stays closed.
  add column anonymous_at timestamptz,
  add constraint cases_anonymous check (anonymous_at is null or status = 'closed');
create index cases_texts_kept on cases (customer_id, status_at, id) where status = 'closed' and texts_gone_at is null;
create index cases_named on cases (customer_id, status_at, id) where status = 'closed' and anonymous_at is null;

alter table bank_entries add column anonymous_at timestamptz;
create index bank_entries_named on bank_entries (customer_id, booked_on, id) where anonymous_at is null;
create index evidence_packs_made on evidence_packs (customer_id, made_at);

-- A request of a person: to see what is kept (access) or to have it taken away (erasure). It holds the numbers of
-- cases and no name, so that it can stay as the proof of what was done.
create table privacy_requests (
  customer_id bigint not null references customers,
  id bigint generated always as identity unique,
  kind text not null check (kind in ('access', 'erasure')),
  state text not null default 'open' check (state in ('open', 'working', 'done', 'refused')),
  case_ids bigint[] not null check (cardinality(case_ids) between 1 and 100),
  received_on date not null,
  due_on date not null check (due_on > received_on),
  extended_on date,
  extension_reason text check (length(extension_reason) between 1 and 500),
  -- How it was made sure that the request is of this person.
  identified_by text not null check (identified_by in ('document', 'knownDetails', 'knownAddress', 'representative')),
  registered_at timestamptz not null,
  registered_by text not null,
  handled_at timestamptz,
  handled_by text,
  refusal_reason text check (length(refusal_reason) between 1 and 1000),
  -- What went and what stayed, in numbers by kind and by reason.
  outcome jsonb,
  file_id bigint,
  version int not null default 1,
  primary key (customer_id, id),
  check ((extended_on is null) = (extension_reason is null)),
  check ((state in ('done', 'refused')) = (handled_at is not null)),
  check ((state = 'refused') = (refusal_reason is not null)),
  foreign key (customer_id, file_id) references files (customer_id, id)
);
create index privacy_requests_open on privacy_requests (customer_id, due_on, id) where state in ('open', 'working');
create index privacy_requests_newest on privacy_requests (customer_id, id);
select protect_by_customer('privacy_requests');

alter table files
  drop constraint files_kind_check,
  add constraint files_kind_check check (kind in ('batch', 'report', 'result', 'statement', 'proof', 'privacy'));
