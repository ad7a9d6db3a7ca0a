import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { failureCauseNames } from './failure-causes.ts'
import { Granularity } from './granularity.ts'
import { Locale } from './locale.ts'
import { Id } from './paging.ts'
import { counterTypes } from './payment-report.ts'
import { Right } from './right-codes.ts'

/** The channels that have a report of their messages. */
export const reportedChannels = ['email', 'whatsapp'] as const
export type ReportedChannel = (typeof reportedChannels)[number]

/** What the report of messages shows and what a file of it lists. */
export const messageViews = ['buckets', 'scripts', 'templates', 'errors'] as const
export type MessageView = (typeof messageViews)[number]

/** The messages that a number counts; each leads to their cases. */
export const messageOutcomes = [
  ...(['all', 'sent', 'unknown', 'delivered', 'read', 'failed', 'measured', 'opened', 'maybeOpened', 'clicked'] as const),
  ...(['answered', 'unsubscribed'] as const),
] as const
export type MessageOutcome = (typeof messageOutcomes)[number]

const number = z.number()

/**
 * How many messages came how far. All are counted at the moment when they were made. `all` tried to leave: `sent` did, of `unknown` nobody knows; `failed`
 * were refused or came back. `measured` are mails that note whether they are read, of which `maybeOpened` perhaps by a program alone. `answered` are those
 * that somebody wrote back to. `unsubscribed` are people who said that they want no more mail, at the moment when they said so.
 */
const MessageCounts = z.object({
  ...{ all: number, sent: number, unknown: number, delivered: number, read: number, failed: number },
  ...{ measured: number, opened: number, maybeOpened: number, clicked: number, answered: number, unsubscribed: number },
} satisfies Record<MessageOutcome, typeof number>)
export type MessageCounts = z.infer<typeof MessageCounts>

export const noMessages: MessageCounts = {
  ...{ all: 0, sent: 0, unknown: 0, delivered: 0, read: 0, failed: 0 },
  ...{ measured: 0, opened: 0, maybeOpened: 0, clicked: 0, answered: 0, unsubscribed: 0 },
}

/** Counts of several groups as one. */
export function sumOfMessages(all: readonly MessageCounts[]): MessageCounts {
  const sum = { ...noMessages }
  for (const one of all) for (const key of messageOutcomes) sum[key] += one[key]
  return sum
}

/** The shares of a report of messages, between 0 and 1; null where there is nothing to divide by. */
export type MessageShares = Record<
  'deliveredShare' | 'failedShare' | 'readShare' | 'openedShare' | 'clickedShare' | 'answeredShare',
  number | null
>

/** The formulas; each stands in words beside its figure. */
export function sharesOf({ all, sent, delivered, read, failed, measured, opened, clicked, answered }: MessageCounts): MessageShares {
  const share = (part: number, whole: number) => (whole === 0 ? null : part / whole)
  return {
    ...{ deliveredShare: share(delivered, all), failedShare: share(failed, all), readShare: share(read, delivered) },
    ...{ openedShare: share(opened, measured), clickedShare: share(clicked, measured), answeredShare: share(answered, sent) },
  }
}

const MessageBucket = z.object({ bucket: z.string(), ...MessageCounts.shape })
export type MessageBucket = z.infer<typeof MessageBucket>

/** `id` is null for messages without a template: written by hand, or with a text that is kept no longer. */
const MessageGroup = z.object({ id: z.nullable(number), name: z.nullable(z.string()), ...MessageCounts.shape })
export type MessageGroup = z.infer<typeof MessageGroup>

/** Why messages failed: a cause where one is known, else the code that the provider gave. */
const MessageError = z.object({ cause: z.nullable(z.enum(failureCauseNames)), code: z.string(), count: number })
export type MessageError = z.infer<typeof MessageError>

/** A message of one case, and what is known of it. */
const ReportedMessage = z.object({
  communicationID: number,
  /** Masked for who may not see personal data. */
  to: z.string(),
  template: z.nullable(z.string()),
  state: z.enum(['waiting', 'sent', 'unknown', 'delivered', 'read', 'failed', 'cancelled']),
  queuedAt: z.string(),
  sentAt: z.nullable(z.string()),
  deliveredAt: z.nullable(z.string()),
  ...{ openedAt: z.nullable(z.string()), clickedAt: z.nullable(z.string()), answeredAt: z.nullable(z.string()) },
  ...{ cause: z.nullable(z.enum(failureCauseNames)), code: z.string() },
})
export type ReportedMessage = z.infer<typeof ReportedMessage>

const scope = { customerID: Id, scriptID: z.optional(Id) }
/** The first and the last day, both within it; the last seven where they are left out. */
const period = { from: z.optional(z.iso.date()), to: z.optional(z.iso.date()) }
const days = { from: z.iso.date(), to: z.iso.date() }
const ofView = { ...scope, ...period, granularity: z.optional(Granularity), view: z.enum(messageViews), locale: Locale }

function messageReport<Path extends string>(path: Path, right: number, what: string) {
  const access = { right }
  return {
    ofCase: endpoint({
      method: 'GET',
      path: `${path}/:caseID` as const,
      access: { right, also: [Right.viewCases] },
      audited: true,
      summary: `One case: its ${what} with what became of each, the newest first`,
      params: z.object({ caseID: Id }),
      response: z.array(ReportedMessage),
    }),
    counter: endpoint({
      method: 'GET',
      path: `${path}/counter` as const,
      access,
      budget: 'analysis',
      summary: `How many ${what} left in the day, week, month or ever, and how many failed`,
      query: z.object({ ...scope, type: z.enum(counterTypes) }),
      response: z.object({ type: z.enum(counterTypes), ...days, count: number, failed: number }),
    }),
    errors: endpoint({
      method: 'GET',
      path: `${path}/errors/info` as const,
      access,
      budget: 'analysis',
      summary: `Why ${what} of a period failed, the most frequent first; their cases are those of the figure messages with the same cause and code`,
      query: z.object({ ...scope, ...period }),
      response: z.object({ ...days, rows: z.array(MessageError) }),
    }),
    buckets: endpoint({
      method: 'GET',
      path: `${path}/buckets` as const,
      access,
      budget: 'analysis',
      summary: `${what} by quarter of an hour, hour, day, week or month, Dutch time, with those of as many days before; empty ones too`,
      query: z.object({ ...scope, ...period, granularity: z.optional(Granularity) }),
      response: z.object({
        ...{ ...days, granularity: Granularity, rows: z.array(MessageBucket), total: MessageCounts },
        before: z.object({ ...days, ...MessageCounts.shape }),
      }),
    }),
    groups: endpoint({
      method: 'GET',
      path: `${path}/groups` as const,
      access,
      budget: 'analysis',
      summary: `The ${what} of a period by script or by template, the most first`,
      query: z.object({ ...scope, ...period, by: z.enum(['scripts', 'templates']) }),
      response: z.object({ ...days, rows: z.array(MessageGroup), total: MessageCounts }),
    }),
    file: endpoint({
      method: 'GET',
      path: `${path}/file` as const,
      access: { right: Right.exportReports, also: [right] },
      budget: 'export',
      audited: true,
      summary: 'What the report shows, as CSV: by bucket, script, template or cause. Formulas are neutralised',
      query: z.object(ofView),
      file: 'text/csv',
    }),
    book: endpoint({
      method: 'GET',
      path: `${path}/book` as const,
      access: { right: Right.exportReports, also: [right] },
      budget: 'export',
      audited: true,
      summary: 'The same as a workbook, with numbers and shares as numbers',
      query: z.object(ofView),
      file: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    }),
  }
}

/** The reports of e-mail and WhatsApp (spec §7, reports/mail and reports/whatsapp). Demos are left out, as on the first screen. */
export const mailReportApi = messageReport('/reports/mail', Right.reportMail, 'e-mails')
export const whatsAppReportApi = messageReport('/reports/whatsapp', Right.reportWhatsApp, 'WhatsApp messages')
