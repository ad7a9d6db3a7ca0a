import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { Id } from './paging.ts'
import { Right } from './right-codes.ts'

/** What may be wrong while the process itself lives. Only `database` and `diskFull` keep it from serving. */
export const SystemProblem = z.enum(['database', 'diskFull', 'engine', 'jobsSetAside'])
export type SystemProblem = z.infer<typeof SystemProblem>

/** The kinds of background work. */
export const jobNames = [
  'checkImport',
  'importBatch',
  'runBulk',
  'makeHandOverFile',
  'sendMessages',
  'endPaymentLinks',
  'runStatement',
  'mailFeedback',
  'mailSubscribers',
  'mailDueSubscriptions',
  'sendSystemMail',
  'mailPasswordLink',
  'resetVariables',
  'addUpMoney',
  'recheckUnreachable',
  'endHolds',
  'watchFigures',
  'notifyStaff',
  'readMailboxes',
  'keepSignIns',
  'keepPaymentRequests',
  'takeDeliveries',
  'handOverLetters',
  'fetchWhatsappMedia',
  'syncWhatsappTexts',
  'syncAllWhatsappTexts',
  'writeStatusTime',
  'housekeeping',
  'scanFiles',
  'makeReport',
  'seedDemoPast',
  'takeAwayOld',
  'makePrivacyFile',
  'erasePerson',
] as const
export type JobName = (typeof jobNames)[number]

/** Two processes died on it, it took more of something than its kind may, or its last attempt failed. */
const jobFates = ['died', 'deadline', 'rows', 'memory', 'connections', 'failed'] as const

const JobSetAside = z.object({
  id: z.number(),
  /** One of jobNames, or a kind of a former version. */
  name: z.string(),
  about: z.record(z.string(), z.number()),
  reason: z.enum(jobFates),
  attempts: z.number(),
  at: z.string(),
  /** Null: it can be tried again. Else why not: what it worked on has ended for good, or its payload is gone. */
  noRetry: z.nullable(z.enum(['ended', 'gone'])),
})
export type JobSetAside = z.infer<typeof JobSetAside>
const JobId = z.object({ jobID: Id })

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
  retrySetAside: endpoint({
    method: 'POST',
    path: '/system/jobs/set-aside/:jobID/retry',
    access: { right: Right.systemStatus },
    summary: 'Try a job once more; only kinds of which a second run changes nothing twice',
    params: JobId,
  }),
  discardSetAside: endpoint({
    method: 'DELETE',
    path: '/system/jobs/set-aside/:jobID',
    access: { right: Right.systemStatus },
    summary: 'Take a job from this list; it is never tried again',
    params: JobId,
  }),
  openApi: endpoint({
    method: 'GET',
    path: '/openapi.json',
    access: 'public',
    summary: 'This description',
    response: z.record(z.string(), z.unknown()),
  }),
}
