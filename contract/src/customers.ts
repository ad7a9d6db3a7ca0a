import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'

/** Which law and house rules hold for a customer's work. */
export const complianceProfiles = ['incasso_wki', 'intern_demo'] as const
export const ComplianceProfileName = z.enum(complianceProfiles)
export type ComplianceProfileName = z.infer<typeof ComplianceProfileName>

export const Customer = z.object({ customerID: z.number(), name: z.string(), profile: ComplianceProfileName })
export type Customer = z.infer<typeof Customer>

export const customerApi = {
  list: endpoint({
    method: 'GET',
    path: '/rights/customers',
    access: 'loggedIn',
    summary: 'The customers that I may serve',
    response: z.array(Customer),
  }),
}
