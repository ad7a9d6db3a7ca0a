import type { Compliance, ComplianceProfileName, ContactCaps, complianceApi } from '@regie/contract/customers.ts'
import type { RequestOf } from '@regie/contract/endpoint.ts'
import { enqueue } from '../../jobs/enqueue.ts'
import { publish } from '../../live/publish.ts'
import { AppError } from '../../platform/app-error.ts'
import { type Caller, mustAccessCustomer } from '../../platform/http/caller.ts'
import type { Services } from '../../services.ts'
import { complianceProfile } from '../contact-permission/compliance-profile.ts'
import { findCompliance } from './compliance-queries.ts'

type Change = RequestOf<typeof complianceApi.change>['body']

/** Chooses the law and the caps of a customer, with the reason. Windows outside the new hours stay and do not open; what was held is looked at anew. */
export async function changeCompliance({ db, clock }: Services, caller: Caller, customerId: number, change: Change): Promise<Compliance> {
  mustAccessCustomer(caller, customerId, 'customer.notFound')
  mustBeCapped(change.profile, change.caps)
  if (change.dropRate !== undefined && change.dropRate.limitPercent < change.dropRate.warnPercent)
    throw new AppError('compliance.dropOrder', { field: 'dropRate.limitPercent' })
  return db.transaction().execute(async (tx) => {
    await tx.selectFrom('customers').select('id').where('id', '=', customerId).forNoKeyUpdate().execute()
    const current = await findCompliance(tx, customerId)
    if (current.version !== change.version) throw new AppError('error.conflict', { current })
    await tx
      .updateTable('customers')
      .set({
        compliance_profile: change.profile,
        contact_caps: isOwn(change) ? JSON.stringify(change.caps) : null,
        quiet_days_after_staff: change.quietDaysAfterStaff,
        ...(change.stopConfirmation !== undefined && { stop_confirmation: change.stopConfirmation }),
        ...(change.debtHelpStopsInterest !== undefined && { debt_help_stops_interest: change.debtHelpStopsInterest }),
        ...(change.missedInstalment !== undefined && { missed_instalment: change.missedInstalment }),
        ...(change.dropRate !== undefined && {
          drop_warn_percent: String(change.dropRate.warnPercent),
          drop_limit_percent: String(change.dropRate.limitPercent),
          drop_alert_minutes: change.dropRate.alertMinutes,
        }),
        compliance_reason: change.reason,
        compliance_changed_at: clock.now(),
        compliance_changed_by: caller.username,
        compliance_version: change.version + 1,
      })
      .where('id', '=', customerId)
      .execute()
    const scripts = await tx.selectFrom('scripts').select('id').where('customer_id', '=', customerId).execute()
    const scriptIds = scripts.map(({ id }) => id)
    for (const scriptId of scriptIds) await publish(tx, { kind: 'script.changed', customerId, scriptId })
    await enqueue(tx, 'endHolds', { customerId, scriptIds })
    return findCompliance(tx, customerId)
  })
}

/** Caps like those of the profile follow it when it changes; the product may know better one day. */
function isOwn({ profile, caps }: Change): boolean {
  return keys(caps).some((key) => caps[key] !== complianceProfile[profile].caps[key])
}

// Collection must be careful and in proportion (Bki, product.md §3.1): other numbers may be chosen, none at all may not. Those of a day and a week are
// enough; a number for a lifetime comes on top.
const mustHaveCaps: readonly ComplianceProfileName[] = ['incasso_wki']

function mustBeCapped(profile: ComplianceProfileName, caps: ContactCaps): void {
  const mustHave = mustHaveCaps.includes(profile) ? keys(caps).filter((key) => key !== 'contactsPerLifetime') : []
  const open = mustHave.find((key) => caps[key] === null)
  if (open) throw new AppError('compliance.capsTooWide', { field: `caps.${open}` })
}

function keys(caps: ContactCaps): (keyof ContactCaps)[] {
  return Object.keys(caps) as (keyof ContactCaps)[]
}
