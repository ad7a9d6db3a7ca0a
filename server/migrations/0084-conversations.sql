-- What people write to us stands in conversations: one for each address of a channel and the case that it is about.
create table conversations (
  customer_id bigint not null references customers,
  id bigint generated always as identity,
  channel text not null check (channel in ('email', 'sms', 'whatsapp')),
  -- An e-mail address in lower case, a number, or the name by which the provider knows the person.
  address text not null check (length(address) <= 320),
  person_name text not null default '',
  -- By which the last message came in; it outlives no conversation: no foreign key.
  provider_id bigint not null,
  -- Null: nobody knows yet what it is about.
  case_id bigint,
  state text not null default 'open' check (state in ('open', 'snoozed', 'spam', 'closed')),
  snoozed_until timestamptz,
  assigned_to bigint references users on delete set null,
  -- The oldest message that has no answer yet; null: it is for the person to say something.
  waiting_since timestamptz,
  last_at timestamptz not null,
  last_text text not null default '',
  last_is_ours boolean not null default false,
  unread int not null default 0 check (unread >= 0),
  -- Until then WhatsApp lets us write freely.
  window_ends_at timestamptz,
  is_answered boolean generated always as (waiting_since is null) stored not null,
  sort_at timestamptz generated always as (coalesce(waiting_since, last_at)) stored not null,
  primary key (customer_id, id),
  constraint conversations_snoozed check ((state = 'snoozed') = (snoozed_until is not null)),
  foreign key (customer_id, case_id) references cases (customer_id, id) on delete cascade
);
create unique index conversations_with on conversations (customer_id, channel, address, coalesce(case_id, 0));
create index conversations_in_order on conversations (customer_id, state, is_answered, sort_at, id);
create index conversations_of_case on conversations (customer_id, case_id) where case_id is not null;
create index conversations_waiting_for on conversations (customer_id, assigned_to, sort_at)
  where state = 'open' and waiting_since is not null;
create index conversations_snoozed_until on conversations (snoozed_until) where state = 'snoozed';
select protect_by_customer('conversations');

alter table incoming_messages add column conversation_id bigint;

-- What came in before: what has a case is read there already, the rest waits to be tied.
insert into conversations (customer_id, channel, address, person_name, provider_id, case_id, state, waiting_since,
  last_at, last_text, unread)
select customer_id, channel, left(lower(sender), 320), (array_agg(sender_name order by id desc))[1],
  (array_agg(provider_id order by id desc))[1], case_id, case when case_id is null then 'open' else 'closed' end,
  case when case_id is null then min(came_at) end, max(came_at),
  left((array_agg(text order by id desc))[1], 200), case when case_id is null then count(*) else 0 end
from incoming_messages
where kind = 'message'
group by customer_id, channel, left(lower(sender), 320), case_id;
update incoming_messages m
set conversation_id = c.id
from conversations c
where m.kind in ('message', 'automatic') and c.customer_id = m.customer_id and c.channel = m.channel
  and c.address = left(lower(m.sender), 320) and coalesce(c.case_id, 0) = coalesce(m.case_id, 0);

alter table incoming_messages
  add foreign key (customer_id, conversation_id) references conversations (customer_id, id) on delete cascade;
create index incoming_of_conversation on incoming_messages (customer_id, conversation_id, id)
  where conversation_id is not null;
