-- What users told the makers, with a picture in which personal data were made unreadable before it left the browser.
create table feedback (
  id bigint generated always as identity primary key,
  user_id bigint references users on delete set null,
  username text not null,
  at timestamptz not null,
  text text not null check (length(text) between 3 and 4000),
  image bytea check (length(image) <= 2000000),
  image_type text check (image_type in ('image/png', 'image/jpeg')),
  context jsonb not null,
  -- Queued until it is mailed; stays so where the configuration names no address.
  mail_state text not null default 'queued' check (mail_state in ('queued', 'started', 'sent', 'failed'))
);
