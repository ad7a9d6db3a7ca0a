-- Who listened to which call of which agent, and for how long (right 405). One listener at a time; what is over stays.
create table call_listeners (
  id bigint generated always as identity primary key,
  customer_id bigint not null,
  communication_id bigint not null,
  user_id bigint references users (id) on delete set null,
  agent_id bigint references users (id) on delete set null,
  began_at timestamptz not null,
  ended_at timestamptz check (ended_at >= began_at),
  foreign key (customer_id, communication_id) references communications (customer_id, id) on delete cascade
);
create unique index call_listeners_on on call_listeners (customer_id, communication_id) where ended_at is null;
create index call_listeners_of_call on call_listeners (customer_id, communication_id, began_at);
create index call_listeners_of_user on call_listeners (user_id) where user_id is not null;
create index call_listeners_of_agent on call_listeners (agent_id) where agent_id is not null;
select protect_by_customer('call_listeners');
