-- What interrupted limitation is evidence, so that it is neither changed nor removed, whoever asks: it is
-- withdrawn, once, and stays readable. What was written about it goes when nobody can say any more who the case was
-- about.
create or replace function keep_interruption() returns trigger language plpgsql as $$
declare
  own constant text[] := '{withdrawn_at,withdrawn_by,withdrawn_reason}';
begin
  if tg_op = 'UPDATE' and old.withdrawn_at is null and to_jsonb(new) - own = to_jsonb(old) - own then
    return new;
  end if;
  if tg_op = 'UPDATE' and new.note = '' and coalesce(new.withdrawn_reason, '–') = '–'
    and to_jsonb(new) - '{note,withdrawn_reason}'::text[] = to_jsonb(old) - '{note,withdrawn_reason}'::text[]
    and exists (
      select from cases
      where customer_id = old.customer_id and id = old.case_id and anonymous_at is not null) then
    return new;
  end if;
  raise 'interruptions are append-only' using errcode = 'insufficient_privilege';
end $$;

create or replace trigger append_only before update or delete on interruptions
  for each row execute function keep_interruption();
