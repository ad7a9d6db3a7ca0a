-- What contacts are mailed about: a row stands for one who wants it, of these scripts or (null) of all.
create table contact_subscriptions (
  customer_id bigint not null,
  contact_id bigint not null,
  key text not null check (key in ('batch_imported', 'batch_failed')),
  script_ids bigint[],
  primary key (customer_id, contact_id, key),
  foreign key (customer_id, contact_id) references contacts (customer_id, id) on delete cascade
);
select protect_by_customer('contact_subscriptions');

-- What was mailed to whom, once for each cause, however often its job runs.
create table subscription_mails (
  customer_id bigint not null,
  contact_id bigint not null,
  key text not null,
  cause text not null check (length(cause) between 1 and 60),
  at timestamptz not null,
  primary key (customer_id, contact_id, key, cause),
  foreign key (customer_id, contact_id) references contacts (customer_id, id) on delete cascade
);
select protect_by_customer('subscription_mails');
