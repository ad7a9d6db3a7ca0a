-- When the claim of a case is time-barred, as contract/src/claim/limitation.ts works it out; a test compares the
-- two.

-- The same day so many years later; of a 29th of February that is not there, the 1st of March.
create or replace function years_after(day date, years int) returns date language sql immutable as $$
  select make_date(extract(year from day)::int + years, extract(month from day)::int, 1)
    + extract(day from day)::int - 1
$$;

-- The first day on which it is; null where the kind of claim or its day is not known. The days are those of the
-- interruptions that count.
create or replace function barred_on(fields jsonb, interrupted_on date[]) returns date
language plpgsql immutable as $$
declare
  kind text := fields ->> 'soort_vordering';
  years int := case kind when 'vonnis' then 20 when 'consumentenkoop' then 2 when 'overeenkomst' then 5
    when 'periodiek' then 5 end;
  counted text := fields ->> case kind when 'vonnis' then 'vonnisdatum' else 'vervaldatum' end;
  barred date;
  day date;
begin
  if years is null or counted !~ '^(19|20)\d{2}-\d{2}-\d{2}$' or not pg_input_is_valid(counted, 'date') then
    return null;
  end if;
  barred := years_after(counted::date + 1, years);
  if cardinality(interrupted_on) > 0 then
    for day in select d from unnest(interrupted_on) d order by d loop
      if day < barred then
        barred := greatest(barred, years_after(day + 1, least(years, 5)));
      end if;
    end loop;
  end if;
  return barred;
end $$;

create or replace function keep_barred_on() returns trigger language plpgsql as $$
begin
  new.barred_on := barred_on(new.fields, new.interrupted_on);
  return new;
end $$;

-- A case without a kind of claim, as most are that came before there was one, costs nothing.
create or replace trigger barred_on_kept before insert or update of fields, interrupted_on on cases
  for each row when (new.fields ? 'soort_vordering' or new.barred_on is not null) execute function keep_barred_on();
