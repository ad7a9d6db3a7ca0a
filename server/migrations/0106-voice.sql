-- Texts as they were spoken, kept for a week after they were last heard; a customer's voice may be that of a service.
create table sounds (
  customer_id bigint not null references customers,
  -- Made of the words and of what spoke them, with a key outside the database:
  -- who does not know the words finds nothing.
  key text not null check (length(key) = 43),
  length_ms int not null check (length_ms >= 0),
  bytes int not null,
  content bytea not null,
  used_at timestamptz not null,
  primary key (customer_id, key)
);
create index sounds_used on sounds (used_at);
select protect_by_customer('sounds');

alter table providers drop constraint providers_kind_check;
alter table providers
  add constraint providers_kind_check check (
    kind in ('simulated', 'smtp', 'imap', 'smpp', 'cm', 'messagebird', 'twilio', 'whatsapp-cloud', 'speech-http')),
  drop constraint providers_default_sends,
  add constraint providers_default_sends check (not (kind in ('imap', 'speech-http') and is_default));

-- What a voicemail hears of a call, and what its provider was given to play: the voice and how long each text takes.
alter table communication_contents
  add column voicemail_text text,
  add column spoken jsonb;
