-- A pack of evidence as it was handed out: the hash of its list of files says whether one that comes back is the same.
-- The number of the case stands here too: it is asked for years after.
create table evidence_packs (
  customer_id bigint not null references customers,
  id uuid not null,
  case_id bigint not null,
  case_number text not null,
  manifest_sha256 bytea not null check (length(manifest_sha256) = 32),
  files int not null,
  made_at timestamptz not null,
  made_by text not null,
  primary key (customer_id, id)
);
select protect_by_customer('evidence_packs');
