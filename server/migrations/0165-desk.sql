-- A call may go on in another queue: each queue it waits in is a line of its own, `leg` after `leg`, and it stands in
-- one at a time.
alter table queue_calls
  add column leg smallint not null default 1 check (leg >= 1),
  drop constraint queue_calls_pkey,
  add primary key (customer_id, communication_id, leg);
create unique index queue_calls_standing_once on queue_calls (customer_id, communication_id)
  where state in ('waiting', 'answered');

-- Who called by hand passed the person on to a queue: the call goes on without them.
alter table manual_calls add column transferred_at timestamptz;

-- A call as it stands at the desk of an agent: what they did in it, who it is they speak with, and what they write
-- meanwhile.
create table desk_calls (
  customer_id bigint not null,
  communication_id bigint not null,
  user_id bigint not null references users on delete cascade,
  case_id bigint not null,
  -- Null: it was made by hand.
  queue_id bigint,
  -- Null: it rings.
  began_at timestamptz,
  ended_at timestamptz,
  -- The agent is done with the work after it.
  finished_at timestamptz,
  -- It was put through to their phone and they did not pick up.
  missed boolean not null default false,
  muted boolean not null default false,
  held_at timestamptz,
  hold_seconds int not null default 0 check (hold_seconds >= 0),
  identified_at timestamptz,
  identified_how text check (identified_how in ('fields', 'self', 'other')),
  note text not null default '',
  primary key (customer_id, communication_id, user_id),
  foreign key (customer_id, communication_id) references communications on delete cascade,
  foreign key (customer_id, queue_id) references queues (customer_id, id) on delete set null (queue_id),
  check (ended_at is null or (held_at is null and not muted)),
  check (finished_at is null or ended_at is not null),
  check ((identified_at is null) = (identified_how is null))
);
create index desk_calls_unfinished on desk_calls (user_id) where finished_at is null;
create index desk_calls_on on desk_calls (customer_id, communication_id) where ended_at is null;
create index desk_calls_begun on desk_calls (customer_id, began_at);
create index desk_calls_of_queue on desk_calls (customer_id, queue_id) where queue_id is not null;
create index desk_calls_of_user on desk_calls (user_id);
select protect_by_customer('desk_calls');
