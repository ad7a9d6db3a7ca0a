-- Browsers that are telephones of an exchange. The password stands in the memory of the exchange alone; here stands
-- whose account is open, so that it is closed when its time or its owner is gone. docs/decisions/0066-softphone.md.
create table softphones (
  customer_id bigint not null references customers,
  id bigint generated always as identity primary key,
  -- Empty: the user was deleted, and the account is still to be closed.
  user_id bigint references users on delete set null,
  -- Its account in the exchange is named after it.
  username text not null,
  -- Which page asked: the last one has the account.
  no int not null default 1,
  -- Empty: the simulated exchange, which has no account.
  provider_id bigint,
  opened_at timestamptz not null,
  ends_at timestamptz not null,
  -- When the exchange did not close it.
  tried_at timestamptz,
  foreign key (customer_id, provider_id) references providers (customer_id, id) on delete cascade
);
create unique index softphones_of_user on softphones (customer_id, user_id);
create index softphones_by_user on softphones (user_id) where user_id is not null;
create index softphones_of_provider on softphones (customer_id, provider_id) where provider_id is not null;
select protect_by_customer('softphones');

-- The page of the agent is gone, and the person waits for it to come back.
alter table desk_calls
  add column left_at timestamptz,
  add column returned_at timestamptz,
  add constraint desk_calls_left_check check (left_at is null or (began_at is not null and ended_at is null));

-- Whoever talked with an agent whose page did not come back goes before all who wait in the queue.
alter table queue_calls add column returned boolean not null default false;
