-- Messages of WhatsApp leave by a provider of their own, as texts that Meta approved.
alter table providers drop constraint providers_kind_check;
alter table providers
  add constraint providers_kind_check check (
    kind in ('simulated', 'smtp', 'imap', 'smpp', 'cm', 'messagebird', 'twilio', 'whatsapp-cloud'));

alter table templates drop constraint templates_kind_check;
alter table templates
  add constraint templates_kind_check check (kind in ('email', 'sms', 'whatsapp', 'call'));

alter table scripts
  add column whatsapp_provider_id bigint,
  add foreign key (customer_id, whatsapp_provider_id) references providers (customer_id, id);

-- The approved text that a message is, with its values; null: free text.
alter table communication_contents add column approved jsonb;

-- A person as Meta names them for one business; many write without showing their number.
create table whatsapp_people (
  customer_id bigint not null references customers,
  provider_id bigint not null,
  user_id text not null check (length(user_id) between 1 and 140),
  -- Null: never shown.
  phone text,
  name text not null default '',
  seen_at timestamptz not null,
  primary key (customer_id, provider_id, user_id)
);
select protect_by_customer('whatsapp_people');

-- The texts of a number as Meta has them. Provider 0: the installation's own.
create table whatsapp_texts (
  customer_id bigint not null references customers,
  provider_id bigint not null,
  name text not null,
  language text not null,
  status text not null,
  category text not null,
  quality text not null,
  -- Header, body, footer and buttons, with numbered places.
  parts jsonb not null,
  synced_at timestamptz not null,
  primary key (customer_id, provider_id, name, language)
);
select protect_by_customer('whatsapp_texts');

-- What Meta says of a number: how many people a day may be begun with. Null limit: as many as there are.
create table whatsapp_numbers (
  customer_id bigint not null references customers,
  provider_id bigint not null,
  daily_limit int,
  quality text not null,
  display_number text not null,
  synced_at timestamptz not null,
  primary key (customer_id, provider_id)
);
select protect_by_customer('whatsapp_numbers');
