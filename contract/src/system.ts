import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { Right } from './right-codes.ts'

/** What may be wrong while the process itself lives. Only `database` and `diskFull` keep it from serving. */
export const SystemProblem = z.enum(['database', 'diskFull', 'engine', 'jobsSetAside'])
export type SystemProblem = z.infer<typeof SystemProblem>

/** Two processes died on it, it took longer than its kind may, or its last attempt failed. */
const JobSetAside = z.object({
  id: z.number(),
  name: z.string(),
  about: z.record(z.string(), z.number()),
  reason: z.enum(['died', 'deadline', 'failed']),
  at: z.string(),
})

export const systemApi = {
  health: endpoint({
    method: 'GET',
    path: '/health',
    access: 'public',
    summary: 'The process is alive',
    response: z.object({ status: z.literal('ok'), version: z.string() }),
  }),
  ready: endpoint({
    method: 'GET',
    path: '/ready',
    access: 'public',
    summary: 'The process can serve: database reached, migrations done; and what else is wrong with the installation',
    response: z.object({ status: z.enum(['ok', 'unavailable']), problems: z.array(SystemProblem) }),
  }),
  setAside: endpoint({
    method: 'GET',
    path: '/system/jobs/set-aside',
    access: { right: Right.systemStatus },
    summary: 'Jobs that are not tried any more: which, about what, why and since when; the newest first',
    response: z.array(JobSetAside),
  }),
  openApi: endpoint({
    method: 'GET',
    path: '/openapi.json',
    access: 'public',
    summary: 'This description',
    response: z.record(z.string(), z.unknown()),
  }),
}
