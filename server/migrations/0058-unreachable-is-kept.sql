-- Why no channel of its script reaches the person of a case (contact-permission/address-refusal.ts); null where one
-- does. Kept, so that the funnel counts it without looking at cases, also before an engine looked.
alter table case_runs add column unreachable text;
drop index case_runs_due, case_runs_held;
-- Existing runs. A mobile phone is read here by the numbers of the Netherlands and its neighbours; blacklist and wishes
-- by the same rule as afterwards.
with versions as materialized (
  select v.id, bool_or(s.kind = 'email') as emails, bool_or(s.kind = 'sms') as texts, bool_or(s.kind = 'call') as calls,
    (array_agg(s.kind order by s.at))[1] as first
  from script_versions v
  cross join lateral (
    select case e ->> 'kind' when 'send-email' then 'email' when 'send-sms' then 'sms' else 'call' end as kind, at
    from jsonb_array_elements(v.steps) with ordinality as steps(e, at)
    where e ->> 'kind' in ('send-email', 'send-sms', 'call')) s
  group by v.id),
recognised as materialized (
  select c.customer_id, c.id, c.email, r.script_version_id,
    case when n.recognises and not n.mobile_known then coalesce(c.phone, c.mobile) else c.phone end as phone,
    case
      when not n.recognises or n.mobile_known then c.mobile
      when c.phone ~ n.mobiles then c.phone end as mobile,
    nullif(lower(trim(c.fields ->> 'contactvoorkeur')), '') as wish
  from case_runs r
  join cases c on c.customer_id = r.customer_id and c.id = r.case_id
  join batches b on b.customer_id = c.customer_id and b.id = c.batch_id and not b.is_demo
  cross join lateral (
    select b.number_recognition as recognises, '^\+(316[1-58]|324[5-9]|33[67]|352[6]|447|491[567])' as mobiles,
      coalesce(c.mobile ~ '^\+(316[1-58]|324[5-9]|33[67]|352[6]|447|491[567])', false) as mobile_known) n),
listed as materialized (
  select r.*,
    coalesce(nullif(r.mobile, ''), nullif(r.phone, '')) as call_to,
    exists (
      select from blacklist l
      where l.customer_id = r.customer_id and l.kind = 'phone'
        and l.value = coalesce(nullif(r.mobile, ''), nullif(r.phone, ''))
        and (l.expires_at is null or l.expires_at > now())) as call_listed,
    exists (
      select from blacklist l
      where l.customer_id = r.customer_id and l.kind = 'phone' and l.value = r.mobile
        and (l.expires_at is null or l.expires_at > now())) as sms_listed,
    exists (
      select from blacklist l
      where l.customer_id = r.customer_id and l.kind = 'email' and l.value = lower(r.email)
        and (l.expires_at is null or l.expires_at > now())) as email_listed
  from recognised r),
wished as (
  select *,
    case
      when wish = 'post' then 'post'
      when wish = 'email' and email <> '' and not email_listed then 'email'
      when wish = 'sms' and mobile <> '' and not sms_listed then 'sms'
      when wish = 'telefoon' and call_to is not null and not call_listed then 'call' end as prefers
  from listed),
refused as (
  select w.customer_id, w.id, v.emails, v.texts, v.calls, v.first,
    case
      when coalesce(w.email, '') = '' then 'noEmail' when w.email_listed then 'blacklisted'
      when w.prefers <> 'email' then 'otherChannelPreferred' end as email_refusal,
    case
      when coalesce(w.mobile, '') = '' then 'noMobile' when w.sms_listed then 'blacklisted'
      when w.prefers <> 'sms' then 'otherChannelPreferred' end as sms_refusal,
    case
      when w.call_to is null then 'noPhone' when w.call_listed then 'blacklisted'
      when w.prefers <> 'call' then 'otherChannelPreferred' end as call_refusal
  from wished w
  join versions v on v.id = w.script_version_id)
update case_runs r
set unreachable = case f.first when 'email' then f.email_refusal when 'sms' then f.sms_refusal else f.call_refusal end
from refused f
where r.customer_id = f.customer_id and r.case_id = f.id
  and (not f.emails or f.email_refusal is not null)
  and (not f.texts or f.sms_refusal is not null)
  and (not f.calls or f.call_refusal is not null);
-- When the cases that an entry held until its day were looked at again.
alter table blacklist add column released_at timestamptz;
update blacklist set released_at = expires_at where expires_at <= now();
create index blacklist_ending on blacklist (expires_at) where released_at is null and removed_at is null;
-- As before (0032), and who is unreachable apart.
create index case_runs_due on case_runs (customer_id, batch_id, due_at) include (held, unreachable)
  where state in ('ready', 'sleeping') and owner is null;
create index case_runs_held on case_runs (customer_id, batch_id, held, due_at) include (unreachable)
  where held is not null and state in ('ready', 'sleeping') and owner is null;
create index case_runs_unreachable on case_runs (customer_id, batch_id, unreachable, case_id)
  where unreachable is not null and state in ('ready', 'sleeping') and owner is null;
