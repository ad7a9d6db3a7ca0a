-- Wrong codes in a row. Five end what a session may still try; those of a user count over all his sessions, so that guessing is not made quicker by signing in again.
create table code_failures (
  user_id bigint primary key references users on delete cascade,
  failures int not null default 0,
  delayed_until timestamptz
);
alter table sessions add column wrong_codes smallint not null default 0;

-- A code that an app with a wrong clock showed too early told its giver that it is a code to come; that step is refused when its time is there.
alter table user_factors add column refused_step bigint;

-- Sign-in through the organisation's provider: a password of ours, also one that has expired, plays no part in such a session.
alter table sessions add column by_provider boolean not null default false;

-- How many codes somebody was sent in the last hour: each one costs money.
create index system_messages_user on system_messages (user_id, queued_at);
