import type { MissedInstalment } from '@regie/contract/missed-instalments.ts'
import type { Compliance, ComplianceProfileName, ContactCaps } from '@regie/contract/customers.ts'
import { AppError } from '../../platform/app-error.ts'
import type { Db } from '../../platform/db/database.ts'
import { complianceProfile } from '../contact-permission/compliance-profile.ts'

/** Which law and which caps hold for a customer. Whether the caller serves it, he asks. */
export async function findCompliance(db: Db, customerId: number): Promise<Compliance> {
  const row = await db
    .selectFrom('customers')
    .select([
      'compliance_profile',
      'contact_caps',
      'quiet_days_after_staff',
      'stop_confirmation',
      'debt_help_stops_interest',
      'missed_instalment',
      'drop_warn_percent',
      'drop_limit_percent',
      'drop_alert_minutes',
      'compliance_reason',
      'compliance_changed_at',
      'compliance_changed_by',
      'compliance_version',
    ])
    .where('id', '=', customerId)
    .executeTakeFirst()
  if (!row) throw new AppError('customer.notFound')
  const name = row.compliance_profile as ComplianceProfileName
  const { earliest, latest, weekdays, holidays, onlySimulated, caps } = complianceProfile[name]
  return {
    customerID: customerId,
    profile: name,
    earliest: clockOf(earliest),
    latest: clockOf(latest),
    weekdays: [...weekdays],
    holidays,
    onlySimulated,
    caps: (row.contact_caps as ContactCaps | null) ?? caps,
    profileCaps: caps,
    capsOfProfiles,
    quietDaysAfterStaff: row.quiet_days_after_staff,
    stopConfirmation: row.stop_confirmation,
    debtHelpStopsInterest: row.debt_help_stops_interest,
    missedInstalment: row.missed_instalment as MissedInstalment,
    dropRate: {
      warnPercent: Number(row.drop_warn_percent),
      limitPercent: Number(row.drop_limit_percent),
      alertMinutes: row.drop_alert_minutes,
    },
    reason: row.compliance_reason,
    changedAt: row.compliance_changed_at?.toISOString() ?? null,
    changedBy: row.compliance_changed_by,
    version: row.compliance_version,
  }
}

const capsOfProfiles = Object.fromEntries(
  Object.entries(complianceProfile).map(([name, profile]) => [name, profile.caps]),
) as Compliance['capsOfProfiles']

function clockOf(minute: number): string {
  return `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`
}
