-- A job that ends its process takes every process with it that tries it again. So it is written down who is at work
-- on a job: whoever takes it after
-- two processes died on it sets it aside, and people are shown which one it was.
create table job_runs (
  job_key text primary key,
  -- Null between two attempts.
  engine_id bigint,
  deaths int not null default 0,
  started_at timestamptz not null default now()
);

create table jobs_set_aside (
  id bigint generated always as identity primary key,
  job_key text not null unique,
  name text not null,
  -- Ids of what it was about, never more of its payload.
  about jsonb not null,
  reason text not null check (reason in ('died', 'deadline', 'failed')),
  at timestamptz not null default now()
);
