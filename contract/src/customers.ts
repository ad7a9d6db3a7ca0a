import * as z from 'zod/mini'
import { MissedInstalment } from './missed-instalments.ts'
import { DropBounds } from './dialing.ts'
import { endpoint } from './endpoint.ts'
import { Id, Version } from './paging.ts'
import { Right } from './right-codes.ts'

/** Which law and own limits hold for a customer's work (product.md §5.2). */
export const complianceProfiles = ['incasso_wki', 'telemarketing', 'service', 'b2b', 'intern_demo'] as const
export const ComplianceProfileName = z.enum(complianceProfiles)
export type ComplianceProfileName = z.infer<typeof ComplianceProfileName>

/** How often one person may be contacted, over all batches and channels of a customer (product.md §3.1); null is no limit of the customer's own. */
export const ContactCaps = z.object({
  answeredPerDay: z.nullable(z.number().check(z.int(), z.gte(0), z.lte(50))),
  callsPerDay: z.nullable(z.number().check(z.int(), z.gte(0), z.lte(50))),
  callsPerWeek: z.nullable(z.number().check(z.int(), z.gte(0), z.lte(200))),
  writtenPerWeek: z.nullable(z.number().check(z.int(), z.gte(0), z.lte(200))),
  /** Calls and messages together, however long ago. */
  contactsPerLifetime: z.nullable(z.number().check(z.int(), z.gte(0), z.lte(1000))),
})
export type ContactCaps = z.infer<typeof ContactCaps>

export const Customer = z.object({ customerID: z.number(), name: z.string(), profile: ComplianceProfileName })
export type Customer = z.infer<typeof Customer>

const DropRate = z.object({ ...DropBounds.shape, alertMinutes: z.number().check(z.int(), z.gte(1), z.lte(60)) })

/** What holds for a customer: its profile with the hours that follow from it, and its caps. */
export const Compliance = z.object({
  customerID: z.number(),
  profile: ComplianceProfileName,
  earliest: z.string(),
  latest: z.string(),
  weekdays: z.array(z.number()),
  holidays: z.boolean(),
  onlySimulated: z.boolean(),
  caps: ContactCaps,
  /** Those of the profile, from which the customer's own may differ with a reason. */
  profileCaps: ContactCaps,
  /** Those of every profile, for who is about to choose another. */
  capsOfProfiles: z.record(ComplianceProfileName, ContactCaps),
  reason: z.string(),
  changedAt: z.nullable(z.string()),
  changedBy: z.nullable(z.string()),
  /** For so many days of the calendar the script leaves a person alone that staff reached by hand; 1 is the rest of that day. */
  quietDaysAfterStaff: z.number(),
  /** Who answers an SMS with STOP gets one that confirms it. */
  stopConfirmation: z.boolean(),
  /** No interest is asked over the days of debt help or insolvency. */
  debtHelpStopsInterest: z.boolean(),
  /** What becomes of a missed instalment, where a plan has no rule of its own. */
  missedInstalment: MissedInstalment,
  /** How many calls may be dropped, and how long a script is over its limit before a mail leaves. */
  dropRate: DropRate,
  version: z.number(),
})
export type Compliance = z.infer<typeof Compliance>

const CustomerId = z.object({ customerID: Id })

export const customerApi = {
  list: endpoint({
    method: 'GET',
    path: '/rights/customers',
    access: 'loggedIn',
    summary: 'The customers that I may serve',
    response: z.array(Customer),
  }),
}

export const complianceApi = {
  get: endpoint({
    method: 'GET',
    path: '/customers/:customerID/compliance',
    access: { right: [Right.changeCompliance, Right.viewScripts] },
    summary: 'Which law and which caps hold for a customer',
    params: CustomerId,
    response: Compliance,
  }),
  change: endpoint({
    method: 'PUT',
    path: '/customers/:customerID/compliance',
    access: { right: Right.changeCompliance },
    summary: 'Choose the profile and the caps of a customer. Windows outside the new hours keep but do not open; a reason is asked',
    savedAs: [{ entity: 'customer', param: 'customerID' }],
    params: CustomerId,
    body: z.object({
      profile: ComplianceProfileName,
      caps: ContactCaps,
      quietDaysAfterStaff: z.number().check(z.int(), z.gte(0), z.lte(14)),
      /** Left out: as it was. */
      stopConfirmation: z.optional(z.boolean()),
      debtHelpStopsInterest: z.optional(z.boolean()),
      missedInstalment: z.optional(MissedInstalment),
      dropRate: z.optional(DropRate),
      reason: z.string().check(z.trim(), z.minLength(1, 'compliance.reasonMissing'), z.maxLength(500)),
      version: Version,
    }),
    response: Compliance,
  }),
}
