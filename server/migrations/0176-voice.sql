-- So long the phone of an agent rings for a call of a queue; then the next one is tried.
alter table queues add column ring_seconds int not null default 20 check (ring_seconds between 5 and 120);

-- Null: nobody's phone rings for this call any more. Else until when it does: who does not pick up by then is passed
-- over.
alter table queue_calls add column rings_until timestamptz;
create index queue_calls_ringing on queue_calls (rings_until) where rings_until is not null;

-- Offers that rang out: a call may be offered to several agents, and to one of them again later.
create table missed_offers (
  customer_id bigint not null,
  communication_id bigint not null,
  leg smallint not null,
  user_id bigint references users on delete set null,
  at timestamptz not null,
  id bigint generated always as identity,
  primary key (customer_id, id),
  foreign key (customer_id, communication_id, leg) references queue_calls on delete cascade
);
create index missed_offers_of_call on missed_offers (customer_id, communication_id, leg);
create index missed_offers_of_user on missed_offers (user_id) where user_id is not null;
select protect_by_customer('missed_offers');
insert into missed_offers (customer_id, communication_id, leg, user_id, at)
select d.customer_id, d.communication_id, q.leg, d.user_id, d.ended_at
from desk_calls d
join queue_calls q on q.customer_id = d.customer_id and q.communication_id = d.communication_id
  and q.queue_id = d.queue_id and q.state = 'abandoned'
where d.missed and d.ended_at is not null;

-- Somebody called a number of ours and no case is known for them (yet): a call that came in, and only that, may have
-- none.
alter table communications
  alter column case_id drop not null,
  alter column batch_id drop not null,
  add constraint communications_case_known
    check ((case_id is null) = (batch_id is null) and (case_id is not null or (inbound and channel = 'call')));
-- Whose number is kept for ninety days.
create index communications_unknown on communications (queued_at) where case_id is null and recipient <> '';
alter table queue_calls alter column case_id drop not null;
alter table desk_calls alter column case_id drop not null;

-- The numbers of ours whose unknown callers come into a queue, and what is said there to whoever calls.
create table queue_numbers (
  customer_id bigint not null,
  number text not null check (number ~ '^\+[0-9]{6,15}$'),
  queue_id bigint not null,
  primary key (customer_id, number),
  foreign key (customer_id, queue_id) references queues (customer_id, id) on delete cascade
);
create index queue_numbers_of_queue on queue_numbers (customer_id, queue_id);
create index queue_numbers_number on queue_numbers (number);
select protect_by_customer('queue_numbers');

-- `opening`: weekdays with hours, in Dutch time; empty: whenever somebody is at work. `texts`: by language, what a
-- caller hears in place of what comes with the product.
alter table queues
  add column opening jsonb not null default '[]' check (jsonb_typeof(opening) = 'array'),
  add column texts jsonb not null default '{}' check (jsonb_typeof(texts) = 'object');
