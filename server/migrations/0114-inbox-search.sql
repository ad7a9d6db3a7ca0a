-- A received message is found by the words of its text, subject and sender. An address is as many words as it has
-- parts, so that each part is found; accents are left out.
alter table incoming_messages add column words tsvector not null generated always as (
  to_tsvector(
    'simple'::regconfig,
    translate(
      lower(left(subject, 1000) || ' ' || left(text, 20000) || ' ' || sender || ' ' || sender_name),
      'áàâäãåéèêëíìîïóòôöõúùûüýÿçñ@._-/+:',
      'aaaaaaeeeeiiiiooooouuuuyycn       '))) stored;
create index incoming_words on incoming_messages using gin (words) where (conversation_id is not null);
