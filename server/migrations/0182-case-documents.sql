-- The invoice and other documents of a case. Its bytes are a file, which the virus scanner looks at and the quota
-- counts.
alter table files
  drop constraint files_kind_check,
  add constraint files_kind_check
    check (kind in ('batch', 'report', 'result', 'statement', 'proof', 'privacy', 'document'));

create table case_documents (
  customer_id bigint not null,
  id bigint generated always as identity,
  case_id bigint not null,
  kind text not null check (kind in ('invoice', 'other')),
  file_id bigint not null,
  -- Taken away by staff; kept while a message carried it.
  removed_at timestamptz,
  primary key (customer_id, id),
  foreign key (customer_id, case_id) references cases (customer_id, id) on delete cascade,
  foreign key (customer_id, file_id) references files (customer_id, id)
);
create index case_documents_of_case on case_documents (customer_id, case_id);
create unique index case_documents_of_file on case_documents (customer_id, file_id);
select protect_by_customer('case_documents');

-- A message may carry a document of its case: the bytes are not written down for each message.
alter table mail_attachments
  alter column content drop not null,
  add column file_id bigint,
  add foreign key (customer_id, file_id) references files (customer_id, id),
  add check ((content is null) <> (file_id is null));
create index mail_attachments_of_file on mail_attachments (customer_id, file_id) where file_id is not null;

-- By which a file finds its case in a batch (0047 has the one by case number).
create index cases_by_invoice on cases (customer_id, batch_id, invoice_number) where invoice_number is not null;
