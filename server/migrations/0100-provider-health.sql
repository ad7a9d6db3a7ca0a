-- When each provider of a customer last did its work and when it last failed, kept by engines every few seconds.
-- provider_id 0 is the installation's own.
create table provider_health (
  customer_id bigint not null references customers on delete cascade,
  channel text not null check (channel in ('call', 'email', 'sms', 'whatsapp')),
  provider_id bigint not null,
  ok_at timestamptz,
  failed_at timestamptz,
  fault text not null default '' check (length(fault) <= 40),
  code text not null default '' check (length(code) <= 40),
  primary key (customer_id, channel, provider_id)
);
select protect_by_customer('provider_health');
