-- Talk between members of staff. What they wrote is kept for 90 days.
create table chat_channels (
  customer_id bigint not null references customers,
  id bigint generated always as identity,
  kind text not null check (kind in ('general', 'group', 'direct')),
  name text not null default '' check (length(name) <= 60),
  -- Of a talk between two: "lower id-higher id", so that there is one.
  pair text,
  by_user text not null default '',
  last_at timestamptz,
  version int not null default 1,
  primary key (customer_id, id),
  check ((kind = 'direct') = (pair is not null)),
  check ((kind = 'group') = (name <> ''))
);
create unique index chat_channels_general on chat_channels (customer_id) where kind = 'general';
create unique index chat_channels_pair on chat_channels (customer_id, pair) where kind = 'direct';

create table chat_members (
  customer_id bigint not null,
  channel_id bigint not null,
  user_id bigint not null references users on delete cascade,
  primary key (customer_id, channel_id, user_id),
  foreign key (customer_id, channel_id) references chat_channels (customer_id, id) on delete cascade
);
create index chat_members_of_user on chat_members (user_id, customer_id);

create table chat_messages (
  customer_id bigint not null,
  id bigint generated always as identity,
  channel_id bigint not null,
  by_user_id bigint references users on delete set null,
  by_user text not null,
  text text not null,
  -- Who it mentions: for the mark at the channel.
  mentioned bigint[] not null default '{}',
  at timestamptz not null,
  edited_at timestamptz,
  removed_at timestamptz,
  primary key (customer_id, id),
  foreign key (customer_id, channel_id) references chat_channels (customer_id, id) on delete cascade
);
create index chat_messages_of_channel on chat_messages (customer_id, channel_id, id);
create index chat_messages_old on chat_messages (at);
create index chat_messages_by on chat_messages (by_user_id);

-- Up to which message somebody has seen a channel.
create table chat_reads (
  customer_id bigint not null,
  channel_id bigint not null,
  user_id bigint not null references users on delete cascade,
  message_id bigint not null,
  primary key (customer_id, channel_id, user_id),
  foreign key (customer_id, channel_id) references chat_channels (customer_id, id) on delete cascade
);
create index chat_reads_of_user on chat_reads (user_id);

alter table notifications
  add column channel_id bigint,
  add foreign key (customer_id, channel_id) references chat_channels (customer_id, id) on delete cascade;
create index notifications_channel on notifications (customer_id, channel_id) where channel_id is not null;

select protect_by_customer('chat_channels');
select protect_by_customer('chat_members');
select protect_by_customer('chat_messages');
select protect_by_customer('chat_reads');
