import { complianceDefaults } from '@regie/contract/compliance-file.ts'

const { refresherMonths, warnDays, registrationWarnDays, complaintDays } = complianceDefaults

/** SQL: the terms of customer $1, as saved or as they are until then. */
const termsOfFile = `
  select k.id as customer_id, f.renew_before, f.vog_months, f.customer_id is not null as is_saved,
    coalesce(f.refresher_months, ${refresherMonths}) as refresher_months,
    coalesce(f.warn_days, ${warnDays}) as warn_days,
    coalesce(f.registration_warn_days, ${registrationWarnDays}) as registration_warn_days
  from customers k
  left join compliance_files f on f.customer_id = k.id
  where k.id = $1`

/**
 * SQL: who works for customer $1 and can sign in, with what is kept of them and when it is due again. `manages` is whether the reader sees people of the
 * installation too, who are at home with no customer; who is locked out works no longer.
 */
export const staffWithDues = (manages: string) => `
  select u.id as user_id, coalesce(r.collects, true) as collects, r.vog_on, r.training_level, r.trained_on,
    r.refreshed_on, coalesce(r.version, 1) as version,
    (r.vog_on + make_interval(months => t.vog_months))::date as vog_due,
    (greatest(r.trained_on, r.refreshed_on) + make_interval(months => t.refresher_months))::date as refresher_due
  from (${termsOfFile}) t
  join users u on u.customer_id = t.customer_id or u.customer_id is null and ${manages}
  left join staff_records r on r.customer_id = t.customer_id and r.user_id = u.id
  where not u.is_machine and u.locked_at is null`

/**
 * SQL: how much of the file of customer $1 is missing or overdue on a day and how much soon will be, as JSON; null where nothing is, where nobody has saved
 * the file yet, or the reader may not see it.
 */
export const fileAttention = (day: string, maySee: string, manages: string) => `(
  select case when count(*) > 0 then
      json_build_object('overdue', count(*) filter (where d.isMissing or d.due < ${day}::date),
        'soon', count(*) filter (where not d.isMissing and d.due >= ${day}::date),
        'first', min(d.due) filter (where d.due >= ${day}::date)) end
  from (${termsOfFile}) t
  cross join lateral (
    select t.renew_before is null as isMissing, t.renew_before as due, t.registration_warn_days as warns
    union all
    select p.isMissing, p.due, t.warn_days
    from (${staffWithDues(manages)}) s
    cross join lateral (
      values (s.vog_on is null, s.vog_due), (s.trained_on is null, s.refresher_due)
    ) p (isMissing, due)
    where s.collects) d
  where t.is_saved and ${maySee} and (d.isMissing or d.due <= ${day}::date + d.warns))`

// Of complaint x: within how many days it is to be handled.
const days = `coalesce((
  select f.complaint_days from compliance_files f where f.customer_id = x.customer_id), ${complaintDays})`

/** SQL: whether complaint `x` is one of these at a moment. A complaint that is resolved needs no separate word that it was received. */
export const complaintPartSql = (now: string) => ({
  all: 'true',
  confirmedInTime: 'coalesce(x.confirmed_at, x.resolved_at) <= x.confirm_before',
  confirmedLate: `coalesce(x.confirmed_at, x.resolved_at, ${now}::timestamptz) > x.confirm_before`,
  handledInTime: `day_of(x.resolved_at) <= day_of(x.at) + ${days}`,
  handledLate: `day_of(coalesce(x.resolved_at, ${now}::timestamptz)) > day_of(x.at) + ${days}`,
  open: `x.state <> 'resolved'`,
})
