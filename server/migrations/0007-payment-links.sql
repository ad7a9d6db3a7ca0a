create table payment_links (
  customer_id bigint not null,
  id bigint generated always as identity,
  case_id bigint not null,
  batch_id bigint not null,
  -- 128 bits in base64url: the link is the key to the payment page and says nothing of the person.
  token text not null unique check (length(token) = 22),
  idempotency_key text not null unique,
  amount_cents bigint not null check (amount_cents between 1 and 5000000),
  currency char(3) not null default 'EUR',
  state text not null default 'created' check (state in ('created', 'link_clicked', 'bank_opened', 'in_progress', 'paid', 'expired', 'canceled')),
  provider text not null,
  simulated boolean not null,
  -- The provider's id of the attempt under way.
  provider_ref text,
  bank_opened_at timestamptz,
  expires_at timestamptz not null,
  paid_at timestamptz,
  created_at timestamptz not null default now(),
  primary key (customer_id, id),
  unique (id),
  foreign key (customer_id, case_id) references cases (customer_id, id)
);
create index payment_links_case on payment_links (customer_id, case_id, id);
create unique index payment_links_provider_ref on payment_links (provider, provider_ref) where provider_ref is not null;

create table payment_attempts (
  provider text not null,
  provider_ref text not null,
  customer_id bigint not null,
  payment_link_id bigint not null,
  created_at timestamptz not null default now(),
  primary key (provider, provider_ref),
  foreign key (customer_id, payment_link_id) references payment_links (customer_id, id)
);

-- Append-only, a partition a month.
create table payment_events (
  customer_id bigint not null,
  payment_link_id bigint not null,
  id bigint generated always as identity,
  at timestamptz not null default now(),
  state text not null,
  detail jsonb not null default '{}',
  primary key (customer_id, payment_link_id, id, at)
) partition by range (at);
create table payment_events_default partition of payment_events default;
select ensure_month_partitions('payment_events', (now() - interval '1 month')::date, 14);

-- The simulated bank's own books: what the visitor of its page decided.
create table simulated_payments (
  provider_ref text primary key,
  amount_cents bigint not null,
  currency char(3) not null,
  description text not null,
  return_url text not null,
  status text not null default 'open' check (status in ('open', 'pending', 'paid', 'canceled', 'expired', 'failed')),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);
