-- Addresses of other systems that are told what happens at a customer. Two secrets sign for a day after a new one was
-- made.
create table outgoing_webhooks (
  id bigint generated always as identity primary key,
  customer_id bigint not null references customers,
  name text not null check (name <> ''),
  url text not null,
  types text[] not null check (cardinality(types) > 0),
  secret bytea not null,
  former_secret bytea,
  former_secret_until timestamptz,
  is_on boolean not null default true,
  off_reason text check (off_reason in ('person', 'gone', 'failing')),
  failing_since timestamptz,
  last_sent_at timestamptz,
  version int not null default 1,
  unique (customer_id, id),
  check (is_on = (off_reason is null)),
  check ((former_secret is null) = (former_secret_until is null))
);
create unique index outgoing_webhooks_by_name on outgoing_webhooks (customer_id, lower(name));
select protect_by_customer('outgoing_webhooks');

-- What happened, on its way to a webhook: written with what happened, kept for its log. `key` is the id that the other
-- side knows it by: the same however often it is sent.
create table webhook_messages (
  id bigint generated always as identity,
  customer_id bigint not null,
  webhook_id bigint not null,
  key uuid not null default gen_random_uuid(),
  type text not null,
  case_id bigint,
  data jsonb not null,
  at timestamptz not null,
  state text not null default 'queued' check (state in ('queued', 'sent', 'failed')),
  attempts int not null default 0,
  -- When it is due; while it is being sent, until when nobody else takes it.
  next_at timestamptz,
  status int,
  fault text check (fault in ('refused', 'unreachable', 'timeout', 'broken')),
  primary key (customer_id, id),
  foreign key (customer_id, webhook_id) references outgoing_webhooks (customer_id, id) on delete cascade,
  check ((state = 'queued') = (next_at is not null))
);
create index webhook_messages_due on webhook_messages (customer_id, webhook_id, next_at, id) where state = 'queued';
create index webhook_messages_failed on webhook_messages (customer_id, webhook_id, id) where state = 'failed';
create index webhook_messages_log on webhook_messages (customer_id, webhook_id, id);
create index webhook_messages_by_age on webhook_messages (at) where state <> 'queued';
select protect_by_customer('webhook_messages');

create table webhook_attempts (
  customer_id bigint not null,
  message_id bigint not null,
  no int not null,
  at timestamptz not null,
  status int,
  fault text check (fault in ('refused', 'unreachable', 'timeout', 'broken')),
  ms int not null,
  primary key (customer_id, message_id, no),
  foreign key (customer_id, message_id) references webhook_messages (customer_id, id) on delete cascade
);
select protect_by_customer('webhook_attempts');

insert into right_objects (type_id, ref, code, name_nl, name_eng, name_fr, built_in)
select id, '25', 825, 'Webhooks', 'Webhooks', 'Webhooks', true
from right_types
where prefix = 8
on conflict (code) do nothing;
insert into right_group_objects (group_id, object_id)
select g.id, o.id
from right_groups g
cross join right_objects o
where g.name = 'Beheerder' and o.code = 825
on conflict do nothing;
