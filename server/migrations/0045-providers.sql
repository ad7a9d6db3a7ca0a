-- Who carries the messages and calls of a customer. Without a row the installation's own provider does.
create table providers (
  customer_id bigint not null references customers,
  id bigint generated always as identity unique,
  channel text not null check (channel in ('call', 'email', 'sms', 'whatsapp')),
  kind text not null check (kind in ('simulated', 'smtp')),
  name text not null check (length(name) between 1 and 60),
  settings jsonb not null default '{}',
  -- Encrypted with a key outside the database, bound to this row.
  secret bytea,
  state text not null default 'active' check (state in ('active', 'off', 'failing')),
  is_default boolean not null default false,
  tested_at timestamptz,
  test_text text not null default '',
  version int not null default 1,
  primary key (customer_id, id)
);
create unique index providers_default on providers (customer_id, channel) where is_default;
create unique index providers_name on providers (customer_id, channel, lower(name));
select protect_by_customer('providers');

-- A script named its SMS provider by the word of the only one that there was:
-- that is the installation's, as none is now.
alter table scripts
  drop column sms_provider,
  add column call_provider_id bigint,
  add column email_provider_id bigint,
  add column sms_provider_id bigint,
  add foreign key (customer_id, call_provider_id) references providers (customer_id, id),
  add foreign key (customer_id, email_provider_id) references providers (customer_id, id),
  add foreign key (customer_id, sms_provider_id) references providers (customer_id, id);

-- Which one a message was queued for: kept, so that no other one ever sends it. Null: the installation's own.
-- No foreign key: a message outlives it.
alter table communications
  add column provider_id bigint;
alter table communication_contents
  add column voice text not null default '',
  add column language text not null default '';

insert into right_objects (type_id, ref, code, name_nl, name_eng, name_fr, built_in)
select id, '14', 814, 'Aanbieders', 'Providers', 'Fournisseurs', true
from right_types
where prefix = 8
on conflict (code) do nothing;
