-- Conversations that a team leader draws and by which an agent is led through a call. What is published stays: a call
-- under way, and what was said in one that is over, are read by the version with which it began.
create table guides (
  customer_id bigint not null references customers,
  id bigint generated always as identity unique,
  name text not null check (name <> '' and length(name) <= 60),
  -- It leads the calls for which no other was chosen.
  is_default boolean not null default false,
  guide_version_id bigint,
  version int not null default 1,
  removed_at timestamptz,
  primary key (customer_id, id),
  check (removed_at is null or not is_default)
);
create unique index guides_default on guides (customer_id) where is_default;
create unique index guides_name on guides (customer_id, lower(name)) where removed_at is null;
select protect_by_customer('guides');

create table guide_versions (
  customer_id bigint not null,
  id bigint generated always as identity unique,
  guide_id bigint not null,
  no int not null check (no >= 1),
  pieces jsonb not null,
  note text not null default '',
  created_by text not null default '',
  created_at timestamptz not null default now(),
  primary key (customer_id, id),
  unique (customer_id, guide_id, no),
  unique (customer_id, guide_id, id),
  foreign key (customer_id, guide_id) references guides (customer_id, id)
);
select protect_by_customer('guide_versions');
alter table guides
  add foreign key (customer_id, id, guide_version_id) references guide_versions (customer_id, guide_id, id);

create table guide_drafts (
  customer_id bigint not null,
  guide_id bigint not null,
  pieces jsonb not null,
  based_on bigint,
  version int not null default 1,
  changed_at timestamptz not null default now(),
  changed_by text not null,
  primary key (customer_id, guide_id),
  foreign key (customer_id, guide_id) references guides (customer_id, id)
);
select protect_by_customer('guide_drafts');

-- Whose calls a conversation leads: those of a script, or those that come in by a queue. Each has one.
create table guide_uses (
  customer_id bigint not null,
  id bigint generated always as identity,
  guide_id bigint not null,
  script_id bigint,
  queue_id bigint,
  primary key (customer_id, id),
  unique (customer_id, script_id),
  unique (customer_id, queue_id),
  check (num_nonnulls(script_id, queue_id) = 1),
  foreign key (customer_id, guide_id) references guides (customer_id, id),
  foreign key (customer_id, script_id) references scripts (customer_id, id) on delete cascade,
  foreign key (customer_id, queue_id) references queues (customer_id, id) on delete cascade
);
create index guide_uses_of_guide on guide_uses (customer_id, guide_id);
select protect_by_customer('guide_uses');

-- Where an agent is in the conversation that leads a call. `turn` counts all that was done in it: of two pages the
-- first is heard.
create table call_guides (
  customer_id bigint not null,
  communication_id bigint not null,
  user_id bigint not null,
  guide_version_id bigint not null,
  -- Where it stands; null: at its beginning.
  piece text,
  turn int not null default 0,
  state text not null default 'running' check (state in ('running', 'left', 'done')),
  began_at timestamptz not null,
  primary key (customer_id, communication_id, user_id),
  foreign key (customer_id, communication_id, user_id) references desk_calls on delete cascade,
  foreign key (customer_id, guide_version_id) references guide_versions (customer_id, id)
);
create index call_guides_of_version on call_guides (customer_id, guide_version_id, began_at);
select protect_by_customer('call_guides');

-- What was answered, in its order; an answer that was taken back stays with when.
create table call_guide_answers (
  customer_id bigint not null,
  communication_id bigint not null,
  user_id bigint not null,
  no int not null,
  piece text not null,
  answer text not null,
  at timestamptz not null,
  taken_back_at timestamptz,
  primary key (customer_id, communication_id, user_id, no),
  foreign key (customer_id, communication_id, user_id) references call_guides on delete cascade
);
select protect_by_customer('call_guide_answers');
