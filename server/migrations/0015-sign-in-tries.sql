-- Wrong passwords that do not count for an account itself: of names that nobody has (they are answered as an account would be), of browsers that are known,
-- and of people who are asked for their password again. The subject is a keyed hash. Rows of yesterday are swept away.
create table sign_in_tries (
  subject bytea primary key,
  failures int not null default 0,
  failures_since timestamptz not null,
  delayed_until timestamptz
);
create index sign_in_tries_since on sign_in_tries (failures_since);

-- An attempt is written down before the password is checked, so that many at once cannot pass the limit together; it goes when the password was right.
alter table failed_sign_ins add column id bigint generated always as identity primary key;

-- The provider of single sign-on vouched for a second factor, so that ours is not asked.
alter table sessions add column provider_factor boolean not null default false;
create trigger user_home_changed after update of customer_id on users for each row when (old.customer_id is distinct from new.customer_id) execute function tell_callers_changed();
