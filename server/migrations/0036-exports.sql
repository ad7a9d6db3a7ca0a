-- One row for each file of many rows that a user takes out: tells all processes how many run and how many there were in the last hour.
create table exports (
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  started_at timestamptz not null,
  ended_at timestamptz
);
create index exports_user on exports (user_id, started_at);
create index exports_started_at on exports (started_at);
