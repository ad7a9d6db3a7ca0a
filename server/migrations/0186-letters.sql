-- Letters on paper: each is a PDF among the documents of its case, put into the folder of a print shop with an index of
-- addresses. docs/decisions/0064-letters.md.
alter table case_documents
  drop constraint case_documents_kind_check,
  add constraint case_documents_kind_check check (kind in ('invoice', 'letter', 'other'));

-- Where the letters of a customer are put. Without a row, or switched off, nothing leaves.
create table print_shops (
  customer_id bigint primary key references customers,
  is_on boolean not null default false,
  kind text not null default 'folder' check (kind in ('folder', 'sftp')),
  host text not null default '',
  port int not null default 22,
  username text not null default '',
  sign_in text not null default 'password' check (sign_in in ('password', 'key')),
  -- Sealed for this row.
  secret bytea,
  -- Of the machine that somebody called the right one; another one gets no password.
  host_key text,
  folder text not null default '',
  fault text,
  failing_since timestamptz,
  version int not null default 1,
  check (kind = 'folder' or host <> '' and username <> '')
);
select protect_by_customer('print_shops');

-- Letters that are handed over together: their PDFs, and last of all the index of their addresses.
create table print_batches (
  customer_id bigint not null references customers,
  id bigint generated always as identity,
  made_at timestamptz not null,
  attempts int not null default 0,
  -- Somebody hands it over until then, or it is not tried again before.
  claimed_until timestamptz,
  -- Since when it waits for another try; empty while nobody failed, or somebody is at it.
  failed_at timestamptz,
  -- Written before the index gets its name: from then on the print shop may have it.
  index_at timestamptz,
  done_at timestamptz,
  primary key (customer_id, id)
);
create index print_batches_open on print_batches (claimed_until) where done_at is null;
select protect_by_customer('print_batches');

create table letters (
  customer_id bigint not null,
  id bigint generated always as identity,
  case_id bigint not null,
  -- Its PDF; with it the letter is forgotten.
  document_id bigint not null,
  template_revision_id bigint,
  subject text not null,
  name text not null,
  street text not null,
  postcode text not null,
  city text not null,
  country text not null,
  pages int not null check (pages > 0),
  state text not null default 'queued' check (state in ('queued', 'handedOver', 'cancelled', 'refused')),
  -- Why it waits or was not sent.
  reason text,
  next_at timestamptz not null,
  print_batch_id bigint,
  queued_at timestamptz not null,
  handed_at timestamptz,
  queued_by text not null,
  simulated boolean not null default false,
  idempotency_key text not null,
  primary key (customer_id, id),
  foreign key (customer_id, case_id) references cases (customer_id, id) on delete cascade,
  foreign key (customer_id, document_id) references case_documents (customer_id, id) on delete cascade,
  foreign key (customer_id, print_batch_id) references print_batches (customer_id, id),
  foreign key (customer_id, template_revision_id) references template_revisions (customer_id, id)
    on delete set null (template_revision_id),
  check ((state = 'handedOver') = (handed_at is not null))
);
create unique index letters_once on letters (customer_id, idempotency_key);
create index letters_of_case on letters (customer_id, case_id, id desc);
create index letters_of_document on letters (customer_id, document_id);
create index letters_of_batch on letters (customer_id, print_batch_id) where print_batch_id is not null;
create index letters_of_revision on letters (customer_id, template_revision_id);
create index letters_due on letters (next_at) where state = 'queued' and print_batch_id is null;
select protect_by_customer('letters');
