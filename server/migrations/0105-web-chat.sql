-- A chat on a customer's own site: who visits it writes into a conversation of the inbox, and staff answer from there.
alter table conversations drop constraint conversations_channel_check;
alter table conversations
  add constraint conversations_channel_check check (channel in ('email', 'sms', 'whatsapp', 'webchat'));
alter table incoming_messages drop constraint incoming_messages_channel_check;
alter table incoming_messages
  add constraint incoming_messages_channel_check check (channel in ('email', 'sms', 'whatsapp', 'webchat'));

create table web_chats (
  customer_id bigint primary key references customers on delete cascade,
  -- Stands in the page of the site: a name that nobody guesses, and no secret.
  site_key text not null unique check (site_key ~ '^[0-9A-Za-z_-]{22}$'),
  is_on boolean not null,
  -- The origins on which it may stand.
  sites text[] not null,
  greeting jsonb not null,
  color text not null check (color ~ '^#[0-9a-f]{6}$'),
  -- When somebody answers, in local time.
  hours jsonb not null,
  version int not null default 1
);
select protect_by_customer('web_chats');

create table web_chat_visits (
  customer_id bigint not null references customers,
  id bigint generated always as identity,
  conversation_id bigint not null,
  -- The visitor alone has the token.
  token_hash bytea not null unique,
  -- Of the first message: asked for once more, it is the same visit.
  begin_key uuid not null,
  -- What they call themselves and where they are reached, as they say: proof of nothing.
  contact text not null default '' check (length(contact) <= 120),
  locale text not null check (locale in ('nl', 'eng', 'fr')),
  begun_at timestamptz not null,
  -- Until then the page counts as open, unless it is closed before.
  here_until timestamptz,
  seen_answer_id bigint not null default 0,
  -- A visitor of the demo.
  simulated boolean not null default false,
  primary key (customer_id, id),
  foreign key (customer_id, conversation_id) references conversations (customer_id, id) on delete cascade
);
create unique index web_chat_visits_of on web_chat_visits (customer_id, conversation_id);
select protect_by_customer('web_chat_visits');

-- What staff write in a conversation that no provider carries.
create table conversation_answers (
  customer_id bigint not null references customers,
  id bigint generated always as identity,
  conversation_id bigint not null,
  key uuid not null,
  user_id bigint references users on delete set null,
  text text not null check (length(text) between 1 and 4000),
  at timestamptz not null,
  primary key (customer_id, id),
  unique (customer_id, conversation_id, key),
  foreign key (customer_id, conversation_id) references conversations (customer_id, id) on delete cascade
);
create index conversation_answers_in_order on conversation_answers (customer_id, conversation_id, id);
select protect_by_customer('conversation_answers');
