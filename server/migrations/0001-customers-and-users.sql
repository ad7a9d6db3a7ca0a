-- Tenants, the people who work for them, and their sessions.
create table customers (
  id bigint generated always as identity primary key,
  name text not null check (length(name) between 1 and 120),
  compliance_profile text not null check (compliance_profile in ('incasso_wki', 'intern_demo')),
  created_at timestamptz not null default now()
);

create table users (
  id bigint generated always as identity primary key,
  username text not null check (length(username) between 1 and 200),
  password_hash text not null,
  customer_id bigint references customers,
  first_name text not null default '',
  last_name text not null default '',
  email text not null default '',
  settings jsonb not null default '{}',
  locked_at timestamptz,
  failed_logins int not null default 0,
  last_login_at timestamptz,
  created_at timestamptz not null default now()
);
create unique index users_username on users (lower(username));

-- Only the hash of a session's secret is kept, so a copy of the database opens no session.
create table sessions (
  secret_hash bytea primary key,
  user_id bigint not null references users on delete cascade,
  created_at timestamptz not null default now(),
  seen_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index sessions_user on sessions (user_id);
