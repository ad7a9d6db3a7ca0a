-- Letters that a script sends: saved with its text, and drawn by the job that hands letters over.
-- docs/decisions/0064-letters.md.
alter table letters
  alter column document_id drop not null,
  alter column pages drop not null,
  -- What is to be drawn, and in which language; emptied once that is done.
  add column text text,
  add column locale text,
  drop constraint letters_state_check,
  add constraint letters_state_check
    check (state in ('drawing', 'queued', 'handedOver', 'cancelled', 'refused')),
  add constraint letters_text_check check ((state = 'drawing') = (text is not null and locale is not null));
create index letters_to_draw on letters (next_at) where state = 'drawing';
