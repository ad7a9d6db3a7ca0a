-- A mail server may sign by DKIM and send no more than so many mails a minute.
-- Encrypted with a key outside the database, bound to this row.
alter table providers add column dkim_key bytea;
update providers
set settings = settings || '{"dkim": null, "perMinute": null, "perMinuteByDomain": []}'
where kind = 'smtp';

-- When the next mail of a provider may leave, and to a domain ('' is all of them):
-- kept, so that all engines keep one pace.
create table mail_paces (
  customer_id bigint not null,
  provider_id bigint not null,
  domain text not null,
  due_at timestamptz not null,
  -- Until when the moments are given out to those that wait.
  given_until timestamptz not null,
  primary key (customer_id, provider_id, domain),
  foreign key (customer_id, provider_id) references providers (customer_id, id) on delete cascade
) with (fillfactor = 50);
select protect_by_customer('mail_paces');
