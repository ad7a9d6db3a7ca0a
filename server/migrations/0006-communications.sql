-- The outbox: one row for everything that reaches a debtor, written in the transaction of its cause (reliability.md 0 and 6).
-- queued -> claimed -> started -> sent | refused | failed | unknown; cancelled from queued or claimed. Started is committed before the first byte leaves.
create table communications (
  customer_id bigint not null,
  id bigint generated always as identity,
  case_id bigint not null,
  batch_id bigint not null,
  channel text not null check (channel in ('mail', 'sms', 'call', 'whatsapp')),
  idempotency_key text not null unique,
  state text not null default 'queued' check (state in ('queued', 'claimed', 'started', 'sent', 'refused', 'failed', 'unknown', 'cancelled')),
  -- What the receiving side said later; only ever moves up (delivery-status.ts).
  delivery text check (delivery in ('delivered', 'read', 'failed', 'answered', 'unanswered', 'voicemail')),
  recipient text not null,
  provider text not null,
  simulated boolean not null,
  provider_ref text,
  attempts smallint not null default 0,
  next_at timestamptz not null default now(),
  owner bigint,
  reason text,
  queued_at timestamptz not null default now(),
  started_at timestamptz,
  sent_at timestamptz,
  delivered_at timestamptz,
  primary key (customer_id, id),
  unique (id),
  unique (provider, provider_ref),
  foreign key (customer_id, case_id) references cases (customer_id, id)
) with (fillfactor = 70);
create index communications_due on communications (channel, next_at, id) where state = 'queued';
create index communications_owner on communications (owner) where state in ('claimed', 'started');
create index communications_case on communications (customer_id, case_id, id);
create index communications_sms_rate on communications (customer_id, channel, started_at) where channel = 'sms' and started_at is not null;

-- The message as it is sent: written once, read at sending and on screen. A partition a month.
create table communication_contents (
  customer_id bigint not null,
  communication_id bigint not null,
  queued_at timestamptz not null,
  sender text not null,
  subject text not null,
  text text not null,
  html text,
  primary key (customer_id, communication_id, queued_at)
) partition by range (queued_at);
create table communication_contents_default partition of communication_contents default;
select ensure_month_partitions('communication_contents', (now() - interval '1 month')::date, 14);

-- News from providers, kept before it is acted on; a repeat changes nothing.
create table provider_events (
  provider text not null,
  event_key text not null,
  at timestamptz not null default now(),
  payload jsonb not null,
  primary key (provider, event_key)
);

-- What the simulated providers will say later, through the same webhook path as real ones.
create table simulated_events (
  id bigint generated always as identity primary key,
  provider text not null,
  due_at timestamptz not null,
  payload jsonb not null,
  owner bigint,
  attempts smallint not null default 0
);
create index simulated_events_due on simulated_events (due_at);
