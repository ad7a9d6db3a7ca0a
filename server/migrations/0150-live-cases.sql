-- Where the call of a case stands at this moment, for the monitor: a small table of its own, since it changes several
-- times in a call and cases have many indexes. cases.live_state goes on saying that a call is on, for the figures of
-- its batch.
create table live_cases (
  customer_id bigint not null,
  case_id bigint not null,
  batch_id bigint not null,
  script_id bigint not null,
  state text not null check (
    state in (
      'script', 'calling', 'cooldown', 'transferred', 'transferring', 'human', 'voicemail', 'noanswer', 'incall')),
  since timestamptz not null,
  user_id bigint references users on delete set null,
  -- The call is over: until then it is shown how it ended.
  ends_at timestamptz,
  -- And until then it waits for its next attempt.
  cooldown_until timestamptz,
  primary key (customer_id, case_id),
  foreign key (customer_id, case_id) references cases (customer_id, id) on delete cascade
);
create index live_cases_ending on live_cases (ends_at) where ends_at is not null;
create index live_cases_of_user on live_cases (user_id) where user_id is not null;
select protect_by_customer('live_cases');
