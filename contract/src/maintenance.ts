import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { Right } from './right-codes.ts'

export const Maintenance = z.object({
  on: z.boolean(),
  /** Shown on the maintenance screen; empty shows the standard text. */
  message: z.string().check(z.trim(), z.maxLength(500)),
  /** When it is expected to end; only shown, it does not end by itself. */
  until: z.nullable(z.iso.datetime()),
})
export type Maintenance = z.infer<typeof Maintenance>

export const maintenanceApi = {
  get: endpoint({
    method: 'GET',
    path: '/maintenance',
    access: 'public',
    summary: 'Is there maintenance, and what is said about it',
    response: Maintenance,
  }),
  change: endpoint({
    method: 'PUT',
    path: '/maintenance',
    access: { right: Right.systemStatus },
    summary: 'Begin or end maintenance: everybody without this right is answered 503 meanwhile; sending stops',
    body: Maintenance,
    response: Maintenance,
  }),
}
