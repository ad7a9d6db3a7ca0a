-- SMS leaves by exchanges (SMPP) and by providers that are asked by HTTP.
alter table providers drop constraint providers_kind_check;
alter table providers add constraint providers_kind_check
  check (kind in ('simulated', 'smtp', 'imap', 'smpp', 'cm', 'messagebird', 'twilio'));

-- An exchange that begins its numbers anew gives one twice: the newest message has it.
drop index communications_provider_ref;
create index communications_provider_ref on communications (provider, provider_ref) where provider_ref is not null;

-- A long message leaves in parts, and each has news of its own. The message has arrived when all have.
create table sms_parts (
  customer_id bigint not null,
  provider_ref text not null,
  communication_id bigint not null,
  delivery text check (delivery in ('delivered', 'failed')),
  primary key (customer_id, communication_id, provider_ref),
  foreign key (customer_id, communication_id) references communications (customer_id, id) on delete cascade
);
create index sms_parts_ref on sms_parts (provider_ref);
select protect_by_customer('sms_parts');

-- News of a message whose sending is not written down yet: the exchange says it once.
create table early_news (
  customer_id bigint not null,
  provider_id bigint not null,
  event_key text not null,
  provider text not null,
  news jsonb not null,
  came_at timestamptz not null,
  primary key (customer_id, provider_id, event_key),
  foreign key (customer_id, provider_id) references providers (customer_id, id) on delete cascade
);
select protect_by_customer('early_news');

-- One engine keeps the connection to an exchange; while it lives, no other one takes it.
create table sms_lines (
  customer_id bigint not null,
  provider_id bigint not null,
  engine_id bigint not null,
  primary key (customer_id, provider_id),
  foreign key (customer_id, provider_id) references providers (customer_id, id) on delete cascade
);
select protect_by_customer('sms_lines');

-- The parts of a long message of a person, until all are there. As UTF-16: a part may end within a character.
create table sms_incoming_parts (
  customer_id bigint not null,
  provider_id bigint not null,
  sender text not null,
  reference int not null,
  of int not null,
  no int not null,
  body bytea not null,
  came_at timestamptz not null,
  primary key (customer_id, provider_id, sender, reference, of, no),
  foreign key (customer_id, provider_id) references providers (customer_id, id) on delete cascade
);
select protect_by_customer('sms_incoming_parts');
