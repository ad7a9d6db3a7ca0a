-- Plays of the time machine that a draft must repeat, demos of staff, and answers that a repeated request gets again.
create table script_checks (
  customer_id bigint not null,
  id bigint generated always as identity,
  script_id bigint not null,
  name text not null check (length(name) between 1 and 120),
  -- The case as it was, without what tells who it is.
  subject jsonb not null,
  case_number text not null,
  plays_from timestamptz not null,
  days int not null check (days between 1 and 30),
  answers jsonb not null,
  expected jsonb not null,
  created_by text not null,
  created_at timestamptz not null default now(),
  primary key (customer_id, id),
  foreign key (customer_id, script_id) references scripts (customer_id, id) on delete cascade
);
create index script_checks_script on script_checks (customer_id, script_id, id);

create table demos (
  customer_id bigint not null,
  case_id bigint not null,
  user_id bigint not null references users on delete cascade,
  username text not null,
  script_id bigint not null,
  -- Waits of the script last so long at most; null: as they are.
  wait_seconds_max int,
  started_at timestamptz not null default now(),
  primary key (customer_id, case_id),
  foreign key (customer_id, case_id) references cases (customer_id, id) on delete cascade
);
create index demos_user on demos (user_id, started_at);

-- The answer to a request that carried a key: asked again it is given again, and nothing happens twice (reliability.md R7).
create table request_keys (
  user_id bigint not null references users on delete cascade,
  key text not null check (length(key) between 8 and 100),
  -- SHA-256 of method, path and body: another request under the same key is refused.
  request_hash bytea not null,
  status int,
  -- Sealed: answers hold personal data.
  body bytea,
  at timestamptz not null default now(),
  primary key (user_id, key)
);
create index request_keys_at on request_keys (at);

do $$ declare t text; begin
  foreach t in array array['script_checks', 'demos'] loop perform protect_by_customer(t::regclass); end loop;
end $$;
select audit_table('script_checks', 'scriptCheck', 'id', '', 'subject,expected');
select audit_table('demos', 'demo', 'case_id');
