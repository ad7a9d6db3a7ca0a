-- Templates that staff write themselves: named, in groups, with a draft beside the revision that is sent,
-- and sections that others use.
alter table templates
  add column name text not null default '' check (length(name) <= 100),
  add column description text not null default '' check (length(description) <= 500),
  -- Under which heading it stands in the list; staff name these freely.
  add column group_name text not null default '' check (length(group_name) <= 60),
  -- A piece that other templates of its kind use; it is never sent by itself.
  add column is_section boolean not null default false,
  add column archived_at timestamptz,
  add column version integer not null default 1;
update templates
set name = upper(left(key, 1)) || replace(substr(key, 2), '-', ' ');

alter table template_revisions
  add column no integer not null default 1,
  -- As staff wrote it, with the places of its sections; null where nothing is composed and `texts` is what was written.
  add column written jsonb,
  add column options jsonb not null default '{}',
  add column note text not null default '' check (length(note) <= 500),
  -- The sections that its text uses, by id.
  add column uses bigint[] not null default '{}',
  add column created_by text not null default '',
  -- Null: a draft, which changes with every save. What was live once never changes any more: messages name it.
  add column activated_at timestamptz default now(),
  add column version integer not null default 1;
update template_revisions
set activated_at = created_at;
update template_revisions r
set no = (
  select count(*)
  from template_revisions o
  where o.customer_id = r.customer_id and o.template_id = r.template_id and o.id <= r.id);
create unique index template_revisions_no on template_revisions (customer_id, template_id, no);
create unique index template_revisions_draft
  on template_revisions (customer_id, template_id)
  where activated_at is null;

-- Which text a message carries. Revisions are never removed, and checking a foreign key would cost each message
-- a look of its own.
alter table communication_contents add column template_revision_id bigint;
