-- So long the phone of an agent rings for a call of a queue; then the next one is tried.
alter table queues add column ring_seconds int not null default 20 check (ring_seconds between 5 and 120);

-- Null: nobody's phone rings for this call any more. Else until when it does: who does not pick up by then is passed over.
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
