-- A customer calls through an exchange of Asterisk. One engine keeps the connection over which its events come; while
-- it lives, no other one takes it.
alter table providers
  drop constraint providers_kind_check,
  add constraint providers_kind_check check (
    kind in ('simulated', 'smtp', 'imap', 'smpp', 'cm', 'messagebird', 'twilio', 'whatsapp-cloud', 'web-pairing',
      'speech-http', 'asterisk', 'mollie', 'acceptemail', 'mailtopay'));

create table voice_lines (
  customer_id bigint not null,
  provider_id bigint not null,
  engine_id bigint not null,
  primary key (customer_id, provider_id),
  foreign key (customer_id, provider_id) references providers (customer_id, id) on delete cascade
);
select protect_by_customer('voice_lines');
