-- Files come in parts, are of a kind, expire by it, and it is kept who took one along.
create table file_parts (
  customer_id bigint not null,
  file_id bigint not null,
  no int not null check (no >= 0),
  content bytea not null check (length(content) > 0),
  primary key (customer_id, file_id, no),
  foreign key (customer_id, file_id) references files (customer_id, id)
);
-- Not packed: most of what comes in is packed already, and its length is then known without reading it.
alter table file_parts alter column content set storage external;
select protect_by_customer('file_parts');
insert into file_parts (customer_id, file_id, no, content)
select customer_id, id, 0, content
from files
where length(content) > 0;

alter table files
  drop constraint files_check,
  drop column content,
  add column kind text,
  add column format text not null default 'other' check (format in ('csv', 'xlsx', 'zip', 'other')),
  -- receiving: parts are still to come; making: a job makes it; waiting: for the virus scanner.
  add column state text not null default 'kept' check (state in ('receiving', 'making', 'waiting', 'kept', 'failed')),
  -- Why it waits or was not made: a code of an error.
  add column fault text,
  -- For which script the cases of an upload are.
  add column script_id bigint,
  -- The rights without which nobody takes it along, because it was made with them.
  add column needs bigint[] not null default '{}',
  add column scanned_at timestamptz,
  add column expires_at timestamptz,
  add column removed_by bigint references users on delete set null,
  add foreign key (customer_id, script_id) references scripts (customer_id, id);

update files f
set kind = case
  when exists (select from imports i where i.customer_id = f.customer_id and i.file_id = f.id) then 'batch'
  when exists (select from bank_statements s where s.customer_id = f.customer_id and s.file_id = f.id) then 'statement'
  else 'proof' end;
update files f
set expires_at = f.created_at + interval '30 days', needs = '{103,109}',
  format = coalesce((
    select min(i.format)
    from imports i
    where i.customer_id = f.customer_id and i.file_id = f.id), 'other')
where f.kind = 'batch';

alter table files
  alter column kind set not null,
  add constraint files_kind_check check (kind in ('batch', 'report', 'result', 'statement', 'proof'));
create index files_listed on files (customer_id, kind, created_at, id) where removed_at is null;
create index files_same on files (customer_id, sha256) where kind = 'batch';
create index files_ending on files (expires_at) where removed_at is null;
create index files_unscanned on files (created_at) where removed_at is null and scanned_at is null;

create table file_fetches (
  customer_id bigint not null,
  id bigint generated always as identity,
  file_id bigint not null,
  user_id bigint references users on delete set null,
  at timestamptz not null,
  primary key (customer_id, id),
  foreign key (customer_id, file_id) references files (customer_id, id)
);
create index file_fetches_of_file on file_fetches (customer_id, file_id, at);
select protect_by_customer('file_fetches');
