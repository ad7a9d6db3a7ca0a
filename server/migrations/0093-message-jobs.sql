-- Messages that staff send to many cases: what was ordered, how far it is, and what became of each case.
create table message_jobs (
  customer_id bigint not null references customers,
  id bigint generated always as identity,
  user_id bigint not null references users on delete cascade,
  username text not null,
  channel text not null check (channel in ('email', 'sms', 'whatsapp')),
  template_id bigint not null,
  template_name text not null,
  -- The text as it was seen when it was ordered.
  revision_id bigint not null,
  -- Which cases, and what is filled in, simplified and made with it.
  filter jsonb not null,
  plan jsonb not null,
  last_id bigint not null,
  send_at timestamptz,
  state text not null default 'waiting'
    check (state in ('waiting', 'running', 'done', 'failed', 'cancelled', 'refused')),
  total int not null,
  done int not null default 0,
  -- The last case that was looked at: a job of a killed process goes on behind it.
  reached bigint not null default 0,
  undo_entry_id bigint,
  created_at timestamptz not null,
  finished_at timestamptz,
  primary key (customer_id, id),
  unique (id)
);
create index message_jobs_newest on message_jobs (customer_id, created_at);

create table message_job_cases (
  customer_id bigint not null,
  job_id bigint not null,
  case_id bigint not null,
  outcome text not null check (outcome in ('sent', 'planned', 'takenBack', 'refused')),
  reason text check ((reason is not null) = (outcome = 'refused')),
  next_at timestamptz,
  communication_id bigint check ((communication_id is null) = (outcome = 'refused')),
  primary key (customer_id, job_id, case_id),
  foreign key (customer_id, job_id) references message_jobs (customer_id, id) on delete cascade
);

select protect_by_customer('message_jobs'), protect_by_customer('message_job_cases');

-- What a part of an SMS costs, in cents; null: not known.
alter table providers add column part_cents numeric(8, 3) check (part_cents >= 0);
