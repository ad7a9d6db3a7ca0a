-- Views of a list by name: filters, order and columns, of one user or shared with all who may see the list.
create table saved_views (
  customer_id bigint not null references customers,
  id bigint generated always as identity,
  -- Null when the maker is gone: what was shared stays.
  user_id bigint references users on delete set null,
  by_user text not null,
  list text not null check (list in ('cases', 'batchCases', 'batches', 'audit')),
  name text not null check (length(name) between 1 and 60),
  shared boolean not null default false,
  filters jsonb not null,
  columns jsonb not null,
  version integer not null default 1,
  changed_at timestamptz not null,
  -- Taken away; it stays as long as that can be undone.
  removed_at timestamptz,
  primary key (customer_id, id),
  unique (id)
);
create unique index saved_views_name on saved_views (customer_id, list, user_id, lower(name)) where removed_at is null;
create index saved_views_removed on saved_views (removed_at) where removed_at is not null;
select protect_by_customer('saved_views');

insert into right_objects (type_id, ref, code, name_nl, name_eng, name_fr, built_in)
select id, '11', 611, 'Weergaven delen', 'Share views', 'Partager des vues', true
from right_types
where prefix = 6
on conflict (code) do nothing;
-- As product groups come with it; groups that hold every right have it by themselves.
insert into right_group_objects (group_id, object_id)
select g.id, o.id
from right_groups g
cross join right_objects o
where g.name in ('Teamleider', 'Beheerder') and o.code = 611
on conflict do nothing;
