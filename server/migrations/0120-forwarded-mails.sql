-- A received e-mail that staff forward: to a colleague, or to an address that the customer's administrator allows.
create table forward_lists (
  customer_id bigint not null references customers,
  addresses text[] not null default '{}' check (cardinality(addresses) <= 50),
  version int not null default 1,
  primary key (customer_id)
);
select protect_by_customer('forward_lists');

-- Once for the key of its request. The mail itself goes with those of the system.
create table mail_forwards (
  customer_id bigint not null,
  key uuid not null,
  incoming_id bigint not null,
  user_id bigint references users on delete set null,
  address text,
  at timestamptz not null,
  primary key (customer_id, key),
  foreign key (customer_id, incoming_id) references incoming_messages (customer_id, id) on delete cascade
);
create index mail_forwards_of_message on mail_forwards (customer_id, incoming_id);
select protect_by_customer('mail_forwards');

insert into right_objects (type_id, ref, code, name_nl, name_eng, name_fr, built_in)
select id, '13', 313, 'E-mail doorsturen', 'Forward e-mails', 'Transférer des e-mails', true
from right_types
where prefix = 3
on conflict (code) do nothing;
insert into right_group_objects (group_id, object_id)
select g.id, o.id
from right_groups g
cross join right_objects o
where g.name in ('Teamleider', 'Beheerder') and o.code = 313
on conflict do nothing;
