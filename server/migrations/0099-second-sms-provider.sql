-- By whom the SMS of a script, or of a customer, leave while their first provider takes none.
alter table providers
  add column is_backup boolean not null default false,
  add constraint providers_backup_check check (not is_backup or (channel = 'sms' and not is_default));
create unique index providers_backup on providers (customer_id, channel) where is_backup;

alter table scripts
  add column sms_backup_provider_id bigint,
  add foreign key (customer_id, sms_backup_provider_id) references providers (customer_id, id);

-- A provider that takes nothing now: a row as long as that lasts. `probed_at`: when it was last tried meanwhile.
create table provider_troubles (
  customer_id bigint not null,
  provider_id bigint not null,
  since timestamptz not null,
  probed_at timestamptz not null,
  primary key (customer_id, provider_id),
  foreign key (customer_id, provider_id) references providers (customer_id, id) on delete cascade
);
select protect_by_customer('provider_troubles');

-- Which messages another provider took in the place of this one; kept as long as the message is.
create table sms_reroutes (
  customer_id bigint not null,
  communication_id bigint not null,
  at timestamptz not null,
  provider_id bigint not null,
  taken_by bigint not null,
  primary key (customer_id, communication_id, at),
  foreign key (customer_id, communication_id) references communications (customer_id, id) on delete cascade
);
create index sms_reroutes_at on sms_reroutes (customer_id, at);
select protect_by_customer('sms_reroutes');
