-- Accounts: how users sign in, with what, from where; what an organisation asks of them.
alter table customers
  add column enforce_two_factor boolean not null default false,
  add column password_expiry_days int check (password_expiry_days in (90, 180, 365)),
  add column local_passwords boolean not null default true,
  add column sign_in_version int not null default 1;

alter table users
  add column initials text not null default '' check (length(initials) <= 20),
  add column middle_name text not null default '' check (length(middle_name) <= 40),
  -- E.164; empty is none.
  add column phone text not null default '' check (phone ~ '^(\+[0-9]{6,15})?$'),
  add column mobile text not null default '' check (mobile ~ '^(\+[0-9]{6,15})?$'),
  add column password_changed_at timestamptz,
  -- Wrong passwords close an account for a while; `locked_at` is a manager's deed and stays until he undoes it.
  add column delayed_until timestamptz,
  add column failures_since timestamptz,
  add column version int not null default 1;
-- Who was invited has no password yet.
alter table users alter column password_hash drop not null;

-- The last passwords of each user, the present one too, so that none of them is chosen again.
create table former_passwords (
  user_id bigint not null references users on delete cascade,
  chosen_at timestamptz not null,
  password_hash text not null,
  primary key (user_id, chosen_at)
);

-- Links that let somebody choose a password: to who forgot it, and to who is new. Only the hash is kept; a link works once.
create table password_links (
  token_hash bytea primary key,
  user_id bigint not null references users on delete cascade,
  kind text not null check (kind in ('reset', 'invite')),
  -- A link sent to a former address is void.
  sent_to text not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index password_links_user on password_links (user_id, kind);

-- Sessions are counted, told apart and ended one by one; `stage` is how far signing in has come.
alter table sessions
  add column id bigint generated always as identity unique,
  add column stage text not null default 'full' check (stage in ('full', 'otp', '2faSetup', 'passwordExpired')),
  add column user_agent text not null default '',
  add column address text not null default '',
  -- When the password or a factor was last given in this session.
  add column confirmed_at timestamptz not null default now();

-- API keys act as their user, with the same rights.
create table api_keys (
  user_id bigint primary key references users on delete cascade,
  key_hash bytea not null unique,
  hint text not null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz,
  last_used_from text
);

-- Failed sign-ins by address (an IPv6 one by its /64), so that guessing is slowed where it comes from. Rows of an hour ago are swept away.
create table failed_sign_ins (
  address text not null,
  at timestamptz not null default now(),
  username_hash bytea not null
);
create index failed_sign_ins_address on failed_sign_ins (address, at);
create index failed_sign_ins_at on failed_sign_ins (at);

-- Second factors. Secrets are encrypted with a key outside the database.
create table user_factors (
  user_id bigint not null references users on delete cascade,
  type text not null check (type in ('app', 'sms', 'email')),
  secret bytea,
  target text not null default '',
  -- Null until its first code was right.
  confirmed_at timestamptz,
  last_used_at timestamptz,
  -- The last step of the clock whose code was taken: each code counts once.
  last_step bigint,
  created_at timestamptz not null default now(),
  primary key (user_id, type)
);
create table passkeys (
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  credential_id text not null unique,
  public_key bytea not null,
  counter bigint not null default 0,
  transports text[] not null default '{}',
  name text not null check (length(name) between 1 and 60),
  created_at timestamptz not null default now(),
  last_used_at timestamptz
);
create index passkeys_user on passkeys (user_id);
create table recovery_codes (
  user_id bigint not null references users on delete cascade,
  code_hash bytea not null,
  used_at timestamptz,
  primary key (user_id, code_hash)
);
-- Codes that we sent, and challenges of passkeys: bound to the session that asked, dead after five tries or ten minutes.
create table session_codes (
  session_id bigint not null references sessions (id) on delete cascade,
  purpose text not null check (purpose in ('signIn', 'add', 'remove', 'passkey')),
  type text not null check (type in ('app', 'sms', 'email', 'passkey')),
  code_hash bytea,
  challenge text,
  target text not null default '',
  tries smallint not null default 0,
  sent_at timestamptz not null default now(),
  expires_at timestamptz not null,
  primary key (session_id, purpose, type)
);

-- Single sign-on by OpenID Connect, one provider for a customer; a subject belongs to one user, linked by a person who was signed in or by invitation.
create table sso_providers (
  customer_id bigint primary key references customers on delete cascade,
  issuer text not null,
  client_id text not null,
  client_secret bytea,
  button_text text not null default ''
);
create table sso_subjects (
  customer_id bigint not null references customers on delete cascade,
  issuer text not null,
  subject text not null,
  user_id bigint not null references users on delete cascade,
  linked_at timestamptz not null default now(),
  primary key (customer_id, issuer, subject)
);
create index sso_subjects_user on sso_subjects (user_id);
-- What must come back from the provider with the answer; used once.
create table sso_attempts (
  state_hash bytea primary key,
  customer_id bigint not null references customers on delete cascade,
  secret bytea not null,
  redirect text not null default '/',
  expires_at timestamptz not null
);

-- Mail to staff: invitations, links, codes, warnings. The text holds secrets, so it is encrypted, and gone once it was sent.
create table system_messages (
  id bigint generated always as identity primary key,
  channel text not null check (channel in ('mail', 'sms')),
  kind text not null,
  user_id bigint references users on delete set null,
  recipient text not null,
  content bytea,
  state text not null default 'queued' check (state in ('queued', 'started', 'sent', 'failed', 'unknown')),
  attempts smallint not null default 0,
  queued_at timestamptz not null default now(),
  settled_at timestamptz,
  reason text
);
create index system_messages_open on system_messages (id) where state in ('queued', 'started');

-- Whoever remembers callers looks anew (0012).
create trigger session_stage_changed after update of stage on sessions for each row execute function tell_callers_changed();
create trigger api_key_changed after insert or update of key_hash or delete on api_keys for each row execute function tell_callers_changed();
create trigger factor_changed after insert or update of confirmed_at or delete on user_factors for each row execute function tell_callers_changed();
create trigger passkey_changed after insert or delete on passkeys for each row execute function tell_callers_changed();
create trigger sign_in_rules_changed after update of enforce_two_factor, password_expiry_days, local_passwords on customers for each row execute function tell_callers_changed();
