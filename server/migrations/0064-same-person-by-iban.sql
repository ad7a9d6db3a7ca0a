-- One person over cases by IBAN too. The triggers stand in server/sql/case-ibans.sql. A table of its own: under a
-- policy no index answers a question about an array or a key of `cases.fields`, and plain equality it does.
create table case_ibans (
  customer_id bigint not null,
  -- SHA-256 of the IBAN: short, and not one more place where the account number itself stands.
  iban_hash bytea not null,
  case_id bigint not null,
  primary key (customer_id, iban_hash, case_id),
  foreign key (customer_id, case_id) references cases on delete cascade
);
create index case_ibans_case on case_ibans (customer_id, case_id);
select protect_by_customer('case_ibans');

with keyed as materialized (
  select s.customer_id, s.id, f ->> 'key' as key
  from scripts s
  cross join lateral jsonb_array_elements(s.fields) f
  where f ->> 'type' = 'iban' and f ->> 'key' <> 'iban_opdrachtgever'
), written as (
  select c.customer_id, c.id, upper(regexp_replace(c.fields ->> k.key, '\s', '', 'g')) as iban
  from keyed k
  join batches b on b.customer_id = k.customer_id and b.script_id = k.id
  join cases c on c.customer_id = b.customer_id and c.batch_id = b.id
)
insert into case_ibans (customer_id, iban_hash, case_id)
select distinct customer_id, sha256(convert_to(iban, 'UTF8')), id
from written
where iban ~ '^[A-Z]{2}[0-9]{2}[A-Z0-9]{11,30}$';
