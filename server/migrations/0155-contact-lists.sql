-- Contacts by list: who gets what together. A list that goes leaves its members, a contact that goes leaves its lists.
create table contact_lists (
  customer_id bigint not null references customers,
  id bigint generated always as identity,
  name text not null check (length(name) between 1 and 100),
  description text not null default '' check (length(description) <= 500),
  version int not null default 1,
  primary key (customer_id, id)
);
create unique index contact_lists_name on contact_lists (customer_id, lower(name));
select protect_by_customer('contact_lists');

create table contact_list_members (
  customer_id bigint not null,
  list_id bigint not null,
  contact_id bigint not null,
  primary key (customer_id, list_id, contact_id),
  foreign key (customer_id, list_id) references contact_lists (customer_id, id) on delete cascade,
  foreign key (customer_id, contact_id) references contacts (customer_id, id) on delete cascade
);
create index contact_list_members_contact on contact_list_members (customer_id, contact_id);
select protect_by_customer('contact_list_members');

alter table saved_views
  drop constraint saved_views_list_check,
  add constraint saved_views_list_check check (
  list in ('cases', 'batchCases', 'batches', 'audit', 'callbacks', 'complaints', 'contacts'));
