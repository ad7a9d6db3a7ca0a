-- Calls that wait for an agent or were answered by one: one line for each call that came into a queue.
create table queue_calls (
  customer_id bigint not null,
  communication_id bigint not null,
  case_id bigint not null,
  queue_id bigint not null,
  state text not null check (state in ('waiting', 'answered', 'done', 'abandoned')),
  entered_at timestamptz not null,
  answered_at timestamptz,
  ended_at timestamptz,
  user_id bigint references users on delete set null,
  primary key (customer_id, communication_id),
  foreign key (customer_id, communication_id) references communications on delete cascade,
  foreign key (customer_id, queue_id) references queues (customer_id, id) on delete cascade,
  check ((state in ('done', 'abandoned')) = (ended_at is not null)),
  check ((state in ('answered', 'done')) = (answered_at is not null))
);
create index queue_calls_standing on queue_calls (customer_id, queue_id, entered_at)
  where state in ('waiting', 'answered');
create index queue_calls_entered on queue_calls (customer_id, queue_id, entered_at);
create index queue_calls_of_user on queue_calls (user_id) where user_id is not null;
select protect_by_customer('queue_calls');
