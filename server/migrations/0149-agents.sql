-- How agents stand now, and every change of it. One row for who ever logged in; nobody is logged in at two customers.
create table agents (
  customer_id bigint not null references customers,
  user_id bigint not null references users on delete cascade,
  status text not null check (status in ('calling', 'cooldown', 'away', 'available', 'dnd', 'custom1', 'custom2')),
  status_at timestamptz not null,
  login_at timestamptz,
  after_call text check (after_call in ('away', 'available', 'dnd', 'custom1', 'custom2')),
  queue_ids bigint[] not null default '{}',
  seen_at timestamptz not null,
  primary key (customer_id, user_id),
  check (login_at is not null or status in ('away', 'calling', 'cooldown'))
);
create unique index agents_at_one_customer on agents (user_id) where login_at is not null;
create index agents_of_user on agents (user_id);
select protect_by_customer('agents');

create table agent_statuses (
  customer_id bigint not null references customers,
  id bigint generated always as identity,
  user_id bigint not null references users on delete cascade,
  status text not null,
  at timestamptz not null,
  login_at timestamptz,
  cause text not null check (cause in ('person', 'call', 'time', 'gone')),
  primary key (customer_id, id)
);
create index agent_statuses_of_user on agent_statuses (user_id, at);
create index agent_statuses_at on agent_statuses (customer_id, at);
select protect_by_customer('agent_statuses');
