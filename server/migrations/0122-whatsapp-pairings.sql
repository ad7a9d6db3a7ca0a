-- Numbers of WhatsApp that are paired by a code, as a browser is. Who keeps one connected has it for itself.
alter table providers drop constraint providers_kind_check;
alter table providers add constraint providers_kind_check check (kind in ('simulated', 'smtp', 'imap', 'smpp', 'cm',
  'messagebird', 'twilio', 'whatsapp-cloud', 'web-pairing', 'speech-http'));
create unique index providers_pairing on providers (customer_id) where kind = 'web-pairing';

create table whatsapp_pairings (
  customer_id bigint not null,
  provider_id bigint not null,
  state text not null default 'unpaired'
    check (state in ('unpaired', 'connecting', 'qr', 'paired', 'open', 'disconnected')),
  reason text check (reason in ('codesOver', 'loggedOut', 'replaced', 'forbidden', 'outdated', 'badSession',
    'unreachable', 'ended')),
  since timestamptz not null,
  -- Encrypted: who scans it reads what the number gets.
  qr bytea,
  qr_until timestamptz,
  qr_no int not null default 0,
  phone text not null default '',
  name text not null default '',
  retry_at timestamptz,
  -- Encrypted, like the keys below. Null: nobody has paired it.
  credentials bytea,
  engine_id bigint,
  -- What staff asked for, until the engine that keeps it does it.
  wish text check (wish in ('pair', 'scan', 'unpair')),
  primary key (customer_id, provider_id),
  foreign key (customer_id, provider_id) references providers (customer_id, id) on delete cascade,
  check ((state = 'qr') = (qr is not null and qr_until is not null)),
  check ((state = 'disconnected') = (retry_at is not null))
);
select protect_by_customer('whatsapp_pairings');

-- What encrypts the conversations of a paired number: some 800 keys, and a few for each person.
create table whatsapp_pairing_keys (
  customer_id bigint not null,
  provider_id bigint not null,
  kind text not null,
  key text not null,
  value bytea not null,
  primary key (customer_id, provider_id, kind, key),
  foreign key (customer_id, provider_id) references whatsapp_pairings (customer_id, provider_id) on delete cascade
);
select protect_by_customer('whatsapp_pairing_keys');
