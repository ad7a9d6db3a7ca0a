-- letter_persons says which person each letter reached.
create or replace function keep_letter_persons() returns trigger language plpgsql as $$
begin
  insert into letter_persons (customer_id, letter_id, case_id, person)
  select distinct n.customer_id, n.id, n.case_id, lower(a.value)
  from new_rows n
  join cases c on c.customer_id = n.customer_id and c.id = n.case_id
  cross join lateral unnest(array[c.phone, c.mobile, c.email]) as a(value)
  where a.value is not null;
  return null;
end $$;

create or replace trigger letter_persons_kept after insert on letters
  referencing new table as new_rows
  for each statement execute function keep_letter_persons();
