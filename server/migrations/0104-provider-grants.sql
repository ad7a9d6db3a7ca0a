-- Signing in to a mail server by OAuth 2: what an account of a customer there lets us do. Tokens are encrypted with a
-- key outside the database, bound to their row.
create table provider_grants (
  customer_id bigint not null,
  provider_id bigint not null,
  refresh_token bytea not null,
  access_token bytea not null,
  access_at timestamptz not null,
  access_until timestamptz not null,
  -- When the permission itself ends; null: its server does not say.
  ends_at timestamptz,
  granted_at timestamptz not null,
  granted_by text not null,
  -- Its server takes the permission no more: somebody has to connect again.
  refused_at timestamptz,
  refused_text text not null default '' check (length(refused_text) <= 300),
  -- One process asks for the next token; when it dies, another one may after this.
  renewing_until timestamptz,
  primary key (customer_id, provider_id),
  foreign key (customer_id, provider_id) references providers (customer_id, id) on delete cascade
);
select protect_by_customer('provider_grants');

-- Somebody is on the way to Microsoft or Google: known by the hash of what comes back with them, once.
create table provider_connects (
  state_hash bytea primary key,
  customer_id bigint not null,
  provider_id bigint not null,
  provider_version int not null,
  session_id bigint not null,
  verifier bytea not null,
  expires_at timestamptz not null,
  foreign key (customer_id, provider_id) references providers (customer_id, id) on delete cascade
);
create index provider_connects_of on provider_connects (customer_id, provider_id);
create index provider_connects_old on provider_connects (expires_at);
select protect_by_customer('provider_connects');

alter table providers
  drop constraint providers_test_fault_check,
  add constraint providers_test_fault_check
    check (test_fault in ('notAllowed', 'unreachable', 'certificate', 'noTls', 'signIn', 'reconnect', 'answer'));

alter table notifications
  add column provider_id bigint,
  add foreign key (customer_id, provider_id) references providers (customer_id, id) on delete cascade;
create index notifications_provider on notifications (customer_id, provider_id) where provider_id is not null;
