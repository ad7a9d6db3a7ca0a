-- How a script dials where it puts through to a queue: as many calls as it has lines, one for each agent who is free,
-- or as many as will keep the agents busy. Scripts that were there go on as they did.
alter table scripts add column dialing text not null default 'lines'
  check (dialing in ('lines', 'progressive', 'predictive'));

-- How the calls of a script ended, by minute: what dialing is paced by. Kept for a day.
create table dialing_minutes (
  customer_id bigint not null,
  script_id bigint not null,
  minute timestamptz not null,
  calls integer not null,
  answered integer not null,
  primary key (customer_id, script_id, minute),
  foreign key (customer_id, script_id) references scripts (customer_id, id) on delete cascade
);
create index dialing_minutes_by_age on dialing_minutes (minute);
select protect_by_customer('dialing_minutes');

-- What an hour of calls taught, and how boldly the script dials by it.
create table dialing_paces (
  customer_id bigint not null,
  script_id bigint not null,
  factor numeric(4, 2) not null check (factor > 0),
  held_back boolean not null,
  agent_share numeric(5, 4) not null check (agent_share between 0 and 1),
  handle_seconds integer not null check (handle_seconds > 0),
  calls integer not null,
  answered integer not null,
  wanted integer not null,
  dropped integer not null,
  counted_at timestamptz not null,
  moved_at timestamptz not null,
  primary key (customer_id, script_id),
  foreign key (customer_id, script_id) references scripts (customer_id, id) on delete cascade
);
select protect_by_customer('dialing_paces');

-- More people asked for an agent than the script may put through at once: such a call is ended.
alter table queue_calls add column refused boolean not null default false,
  add check (not refused or state = 'abandoned');
create index queue_calls_refused on queue_calls (customer_id, communication_id) where refused;
