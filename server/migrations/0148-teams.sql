-- Who answers calls: teams of colleagues, their queues, and the scripts that put people through to a queue.
create table teams (
  customer_id bigint not null references customers,
  id bigint generated always as identity,
  name text not null check (name <> '' and length(name) <= 60),
  version int not null default 1,
  primary key (customer_id, id)
);
create unique index teams_name on teams (customer_id, lower(name));
select protect_by_customer('teams');

create table team_members (
  customer_id bigint not null,
  team_id bigint not null,
  user_id bigint not null references users on delete cascade,
  primary key (customer_id, team_id, user_id),
  foreign key (customer_id, team_id) references teams (customer_id, id) on delete cascade
);
create index team_members_of_user on team_members (user_id, customer_id);
select protect_by_customer('team_members');

create table queues (
  customer_id bigint not null,
  id bigint generated always as identity,
  team_id bigint not null,
  name text not null check (name <> '' and length(name) <= 60),
  number text not null default '' check (number ~ '^[0-9]{0,15}$'),
  priority int not null default 5 check (priority between 1 and 9),
  target_seconds int not null default 20 check (target_seconds between 5 and 600),
  target_percent int not null default 80 check (target_percent between 1 and 100),
  version int not null default 1,
  primary key (customer_id, id),
  -- So that a member of a queue is one of its team, whatever changes first.
  unique (customer_id, id, team_id),
  foreign key (customer_id, team_id) references teams (customer_id, id)
);
create unique index queues_name on queues (customer_id, lower(name));
create unique index queues_number on queues (customer_id, number) where number <> '';
create index queues_of_team on queues (customer_id, team_id);
select protect_by_customer('queues');

create table queue_members (
  customer_id bigint not null,
  queue_id bigint not null,
  team_id bigint not null,
  user_id bigint not null,
  primary key (customer_id, queue_id, user_id),
  foreign key (customer_id, queue_id, team_id) references queues (customer_id, id, team_id) on delete cascade,
  foreign key (customer_id, team_id, user_id) references team_members (customer_id, team_id, user_id) on delete cascade
);
create index queue_members_of_team on queue_members (customer_id, team_id, user_id);
select protect_by_customer('queue_members');

-- A script puts through to one queue.
create table queue_scripts (
  customer_id bigint not null,
  script_id bigint not null,
  queue_id bigint not null,
  primary key (customer_id, script_id),
  foreign key (customer_id, script_id) references scripts (customer_id, id) on delete cascade,
  foreign key (customer_id, queue_id) references queues (customer_id, id) on delete cascade
);
create index queue_scripts_of_queue on queue_scripts (customer_id, queue_id);
select protect_by_customer('queue_scripts');

insert into right_objects (type_id, ref, code, name_nl, name_eng, name_fr, built_in)
select id, '15', 815, 'Teams en wachtrijen', 'Teams and queues', 'Équipes et files d''attente', true
from right_types
where prefix = 8
on conflict (code) do nothing;
insert into right_group_objects (group_id, object_id)
select g.id, o.id
from right_groups g
cross join right_objects o
where g.name in ('Teamleider', 'Beheerder') and o.code = 815
on conflict do nothing;
