-- case_search follows what a case is found by.

-- How a name is kept and how a search asks for it: in lower case, without accents.
create or replace function search_form(input text) returns text language sql stable as $$
  select unaccent(normalize(lower(input)))
$$;

-- What a payment reference is compared by: referenceForm() of contract/src/payment-references.ts, as long as banks
-- carry one. One of signs alone is found by nothing.
create or replace function reference_form(input text) returns text language sql immutable as $$
  select nullif(left(upper(regexp_replace(input, '[^[:alnum:]]', '', 'g')), 35), '')
$$;

-- What a reference that somebody types may be kept as: itself, or without the RF and two digits that ISO 11649 puts
-- before it.
create or replace function typed_references(input text) returns text[] language sql immutable as $$
  select array[form, regexp_replace(form, '^RF[0-9]{2}', '')] from reference_form(input) form
$$;

create or replace function index_new_cases() returns trigger language plpgsql as $$
begin
  insert into case_search (customer_id, case_id, terms, case_number, email, invoice_number, postcode, payment_reference)
  select
    customer_id,
    id,
    search_form(name) || ' ' || coalesce(replace(phone, '+', ''), '') || ' ' || coalesce(replace(mobile, '+', ''), ''),
    lower(case_number),
    lower(email),
    lower(invoice_number),
    upper(replace(postcode, ' ', '')),
    reference_form(payment_reference)
  from new_rows;
  return null;
end $$;

create or replace trigger index_cases_inserted after insert on cases
  referencing new table as new_rows
  for each statement execute function index_new_cases();

create or replace function index_changed_case() returns trigger language plpgsql as $$
begin
  update case_search set
    terms = search_form(new.name)
      || ' ' || coalesce(replace(new.phone, '+', ''), '')
      || ' ' || coalesce(replace(new.mobile, '+', ''), ''),
    email = lower(new.email),
    invoice_number = lower(new.invoice_number),
    postcode = upper(replace(new.postcode, ' ', '')),
    payment_reference = reference_form(new.payment_reference)
  where customer_id = new.customer_id and case_id = new.id;
  return null;
end $$;

-- For each row: only some columns matter, and staff change one case at a time.
create or replace trigger index_case_changed
  after update of name, phone, mobile, email, invoice_number, postcode, payment_reference on cases
  for each row when (
    (old.name, old.phone, old.mobile, old.email, old.invoice_number, old.postcode, old.payment_reference) is distinct
    from (new.name, new.phone, new.mobile, new.email, new.invoice_number, new.postcode, new.payment_reference))
  execute function index_changed_case();

-- Under a policy PostgreSQL asks an index only what cannot leak, and LIKE might: each search would read all cases of
-- the customer (1 s with a million). So the search asks as the owner, for one customer that the connection serves.
-- EXECUTE plans each search by its words.
--
-- All words stand in the name or the phone numbers, in any order. A payment reference is asked for whole, in any
-- spelling.
create or replace function search_case_ids(
  customer bigint, words text[], beginning text, postcode_start text, digits text
) returns setof bigint language plpgsql stable security definer set search_path = public, pg_temp as $$
declare
  served text := coalesce(nullif(current_setting('regie.customers', true), ''), '{}');
  all_words text;
begin
  if served <> '*' and not (customer = any (served::bigint[])) then return; end if;
  select string_agg(
    format('terms like %L', '%' || regexp_replace(search_form(word), '([\\%_])', '\\\1', 'g') || '%'),
    ' and ')
  into all_words
  from unnest(words) word;
  return query execute
    'select case_id from case_search where customer_id = $1
      and (' || all_words || ' or case_number like $2 or email like $2 or invoice_number like $2'
      || case when postcode_start is null then '' else ' or postcode like $3' end
      || case when digits is null then '' else ' or terms like $4' end
      || ' or payment_reference = any ($5))'
    using customer, beginning, postcode_start, digits, typed_references(beginning);
end $$;
revoke execute on function search_case_ids from public;

-- After an import: the new words go from the waiting list of the index into the index, which only its owner may ask
-- for.
create or replace function tidy_case_search() returns void
language sql security definer set search_path = public, pg_temp as $$
  select gin_clean_pending_list('case_search_terms')
$$;
revoke execute on function tidy_case_search from public;
