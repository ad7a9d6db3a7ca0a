-- The report of calls adds up a month of 200,000 calls: the work after a call stands with the call, and how long agents
-- stood in each way stands by day, so that the log of statuses need not be read.
alter table queue_calls
  add column after_from timestamptz,
  add column after_until timestamptz,
  add check (after_until is null or after_until >= after_from),
  add check (after_from is not null or after_until is null);
create index queue_calls_reported on queue_calls (customer_id, entered_at)
  include (queue_id, state, answered_at, ended_at, after_from, after_until, user_id);
drop index queue_calls_of_user;
create index queue_calls_of_user on queue_calls (user_id, answered_at) where user_id is not null;
drop index agent_statuses_of_user;
create index agent_statuses_of_user on agent_statuses (user_id, at, id);

-- Only while they were logged in. Kept by the trigger of the log (server/sql/agent-times.sql).
create table agent_days (
  customer_id bigint not null references customers,
  user_id bigint not null references users on delete cascade,
  -- The Dutch one.
  day date not null,
  status text not null,
  milliseconds bigint not null check (milliseconds >= 0),
  primary key (customer_id, day, user_id, status)
);
create index agent_days_of_user on agent_days (user_id);
select protect_by_customer('agent_days');

-- What was logged before there was this table.
insert into agent_days (customer_id, user_id, day, status, milliseconds)
select customer_id, user_id, day::date, status, sum(extract(epoch from
  least(until, (day + interval '1 day') at time zone 'Europe/Amsterdam')
  - greatest(at, day at time zone 'Europe/Amsterdam')) * 1000)::bigint
from (
  select customer_id, user_id, status, login_at, at,
    lead(at) over (partition by customer_id, user_id order by at, id) as until
  from agent_statuses) s
cross join lateral generate_series(
  date_trunc('day', at at time zone 'Europe/Amsterdam'), until at time zone 'Europe/Amsterdam', interval '1 day') day
where login_at is not null and until > at
group by 1, 2, 3, 4;

with logged as (
  select customer_id, user_id, status, at,
    lag(status) over w as status_before, lag(at) over w as at_before
  from agent_statuses
  window w as (partition by customer_id, user_id order by at, id)
), worked as (
  select l.customer_id, l.user_id, l.at_before as called, l.at as began, (
    select min(s.at)
    from agent_statuses s
    where s.customer_id = l.customer_id and s.user_id = l.user_id and s.at >= l.at
      and s.status not in ('cooldown', 'custom2')) as ended
  from logged l
  where l.status = 'cooldown' and l.status_before = 'calling'
)
update queue_calls q
set after_from = w.began, after_until = w.ended
from worked w
where q.customer_id = w.customer_id and q.user_id = w.user_id and q.state = 'done'
  and q.answered_at between w.called and w.began;
