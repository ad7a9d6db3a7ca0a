import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { Id, pageOf, pageQuery } from './paging.ts'
import { Right } from './right-codes.ts'

/** How the action came in. `system` is the engine or a job, on nobody's behalf. */
const auditVias = ['session', 'apiKey', 'public', 'system'] as const
const AuditVia = z.enum(auditVias)

/** One line of the log. A action that changes several rows leaves several lines with one `requestID`. */
export const AuditRow = z.object({
  auditID: z.number(),
  at: z.iso.datetime(),
  customerID: z.nullable(z.number()),
  userID: z.nullable(z.number()),
  username: z.nullable(z.string()),
  via: AuditVia,
  address: z.nullable(z.string()),
  requestID: z.nullable(z.string()),
  /** The endpoint as `noun.verb` of all-endpoints.ts, such as `users.lock`. */
  action: z.string(),
  /** What it was done to: `user`, `case`, `batch` ...; id null when there is no single one. */
  entity: z.nullable(z.string()),
  entityID: z.nullable(z.string()),
  /** Only the fields that changed, without secrets. */
  before: z.nullable(z.record(z.string(), z.unknown())),
  after: z.nullable(z.record(z.string(), z.unknown())),
  /** What the numbers in this line are called now, by `kind:id` such as `batch:12`; what is gone has no name. */
  names: z.record(z.string(), z.string()),
})
export type AuditRow = z.infer<typeof AuditRow>

/** Reads that leave a line: somebody looked, and nothing changed. A file that is taken along is no look. */
export const lookActions: readonly string[] = [
  'arrangements.list',
  'blacklist.list',
  'blacklist.ofCase',
  'callReport.agents',
  'caseReport.get',
  'cases.communication',
  'cases.get',
  'cases.mailPage',
  'cases.payments',
  'cases.timeline',
  'debtLaw.get',
  'failures.messages',
  'files.refused',
  'forwards.preview',
  'inbox.get',
  'inbox.picture',
  'incomingMessages.find',
  'letters.texts',
  'mailAttachments.picture',
  'mailReport.ofCase',
  'manualMessages.texts',
  'messages.preview',
  'messages.rows',
  'paymentReport.ofCase',
  'paymentReport.rows',
  'paymentRequests.list',
  'payments.linkQuestion',
  'persons.get',
  'privacy.get',
  'reports.batchMapping',
  'reports.batchOutput',
  'reports.scriptMapping',
  'reports.scriptOutput',
  'statements.entries',
  'statements.proposals',
  'statements.sample',
  'templates.casePreview',
  'whatsAppReport.ofCase',
  'wordcloud.messages',
]

const auditFilterShape = {
  customerID: z.optional(Id),
  /** Part of a user's name. */
  username: z.optional(z.string().check(z.maxLength(200))),
  action: z.optional(z.string().check(z.maxLength(60))),
  entity: z.optional(z.string().check(z.maxLength(40))),
  /** Its number, or that of a case as staff know it. */
  entityID: z.optional(z.string().check(z.maxLength(40))),
  address: z.optional(z.string().check(z.maxLength(60))),
  /** Without the looks, or only these; left out, everything. */
  looks: z.optional(z.enum(['without', 'only'])),
  from: z.optional(z.iso.datetime()),
  to: z.optional(z.iso.datetime()),
}

export const auditRetentionMonths = { min: 24, max: 120 }

const viewers = { right: Right.viewAudit }

export const auditApi = {
  list: endpoint({
    method: 'GET',
    path: '/audit',
    access: viewers,
    budget: 'analysis',
    summary: 'Who did what, the newest first',
    query: z.object({ ...auditFilterShape, ...pageQuery }),
    response: pageOf(AuditRow),
  }),
  export: endpoint({
    method: 'GET',
    path: '/audit/export',
    access: viewers,
    budget: 'export',
    summary: 'The same as a CSV file',
    audited: true,
    file: 'text/csv',
    query: z.object({ ...auditFilterShape, locale: z.optional(z.enum(['nl', 'eng', 'fr'])) }),
  }),
  chain: endpoint({
    method: 'GET',
    path: '/audit/chain',
    access: viewers,
    budget: 'analysis',
    summary: 'Is the log as it was written: recomputes the chain of hashes',
    response: z.object({
      intact: z.boolean(),
      sealed: z.number(),
      waiting: z.number(),
      sealedUntil: z.nullable(z.iso.datetime()),
      firstWrongID: z.nullable(z.number()),
    }),
  }),
  retention: endpoint({
    method: 'GET',
    path: '/audit/retention',
    access: viewers,
    summary: 'How long lines are kept',
    response: z.object({ months: z.number() }),
  }),
  changeRetention: endpoint({
    method: 'PUT',
    path: '/audit/retention',
    // Not 824, which may be somebody's of one customer: the log is one, and what is dropped is gone for all.
    access: { right: Right.systemStatus },
    summary: 'Keep lines for so many months, 24 at least; for all customers',
    body: z.object({
      months: z
        .number()
        .check(
          z.int(),
          z.gte(auditRetentionMonths.min, 'audit.retentionInvalid'),
          z.lte(auditRetentionMonths.max, 'audit.retentionInvalid'),
        ),
    }),
    response: z.object({ months: z.number() }),
  }),
}
