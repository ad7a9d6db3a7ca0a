-- case_ibans follows the accounts of the debtor that stand in the fields of a case: cases that share one are of one
-- person (contact-facts/same-iban.ts).

-- The fields of a script that hold an account of the debtor. Not the account of the principal, which stands at all of
-- its cases. The fields that the product comes with (null) hold no other.
create or replace function debtor_iban_keys(fields jsonb) returns text[] language sql immutable as $$
  select coalesce(array_agg(f ->> 'key'), '{}')
  from jsonb_array_elements(fields) f
  where f ->> 'type' = 'iban' and f ->> 'key' <> 'iban_opdrachtgever'
$$;

-- The hash of each account in these fields, however it is written. What is no account (from before the field was of
-- this type) is left out.
create or replace function debtor_iban_hashes(fields jsonb, keys text[]) returns setof bytea language sql stable as $$
  select distinct sha256(convert_to(iban, 'UTF8'))
  from unnest(keys) key
  cross join lateral (select upper(regexp_replace(fields ->> key, '\s', '', 'g')) as iban) written
  where iban ~ '^[A-Z]{2}[0-9]{2}[A-Z0-9]{11,30}$'
$$;

-- Asks first which scripts have such a field: most have none, and their cases are not looked at.
create or replace function index_ibans_of_new_cases() returns trigger language plpgsql as $$
begin
  with keyed as materialized (
    select b.customer_id, b.id as batch_id, debtor_iban_keys(s.fields) as keys
    from (select distinct customer_id, batch_id from new_rows) n
    join batches b on b.customer_id = n.customer_id and b.id = n.batch_id
    join scripts s on s.customer_id = b.customer_id and s.id = b.script_id
    where debtor_iban_keys(s.fields) <> '{}'
  )
  insert into case_ibans (customer_id, iban_hash, case_id)
  select n.customer_id, h, n.id
  from keyed k
  join new_rows n on n.customer_id = k.customer_id and n.batch_id = k.batch_id
  cross join lateral debtor_iban_hashes(n.fields, k.keys) h;
  return null;
end $$;

create or replace trigger index_ibans_inserted after insert on cases
  referencing new table as new_rows
  for each statement execute function index_ibans_of_new_cases();

create or replace function index_ibans_of_changed_case() returns trigger language plpgsql as $$
declare
  keys text[];
begin
  select debtor_iban_keys(s.fields)
  into keys
  from batches b
  join scripts s on s.customer_id = b.customer_id and s.id = b.script_id
  where b.customer_id = new.customer_id and b.id = new.batch_id;
  if cardinality(keys) = 0 then return null; end if;
  delete from case_ibans
  where customer_id = new.customer_id and case_id = new.id;
  insert into case_ibans (customer_id, iban_hash, case_id)
  select new.customer_id, h, new.id
  from debtor_iban_hashes(new.fields, keys) h;
  return null;
end $$;

-- A file with new amounts changes the one field of thousands of cases; those are left alone.
create or replace trigger index_ibans_changed after update of fields on cases
  for each row when (old.fields - 'openstaand' is distinct from new.fields - 'openstaand')
  execute function index_ibans_of_changed_case();

-- A field that becomes an account, or is one no more: all cases of the script are read anew.
create or replace function index_ibans_of_script() returns trigger language plpgsql as $$
declare
  keys text[] := debtor_iban_keys(new.fields);
begin
  if keys = debtor_iban_keys(old.fields) then return null; end if;
  delete from case_ibans i
  using batches b, cases c
  where b.customer_id = new.customer_id and b.script_id = new.id
    and c.customer_id = b.customer_id and c.batch_id = b.id
    and i.customer_id = c.customer_id and i.case_id = c.id;
  insert into case_ibans (customer_id, iban_hash, case_id)
  select c.customer_id, h, c.id
  from batches b
  join cases c on c.customer_id = b.customer_id and c.batch_id = b.id
  cross join lateral debtor_iban_hashes(c.fields, keys) h
  where b.customer_id = new.customer_id and b.script_id = new.id and keys <> '{}';
  return null;
end $$;

create or replace trigger index_ibans_of_script_changed after update of fields on scripts
  for each row when (old.fields is distinct from new.fields)
  execute function index_ibans_of_script();
