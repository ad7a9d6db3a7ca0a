import { AmountEnd } from '@regie/contract/payments.ts'
import { subscriptionEvents } from '@regie/contract/contacts.ts'
import { ReportWish } from '@regie/contract/report-wish.ts'
import { queueFigures } from '@regie/contract/service-level.ts'
import { type JobName, jobNames } from '@regie/contract/system.ts'
import * as z from 'zod'

/** What one run of a job may take; one that takes more is set aside. */
export type JobBudget = {
  minutesMax: number
  /** Rows that its statements return or change, all together. */
  rowsMax: number
  /** What the process may keep in memory for it. */
  memoryMb: number
  /** Connections to the database at once. */
  connectionsMax: number
}

// The largest file has a million rows, and each is read, compared, written and counted; a bulk action may reach as many cases. What they keep in memory
// is one portion; the file itself is read in a thread with a limit of its own (imports/reading/file-reader.ts).
const large: JobBudget = { minutesMax: 30, rowsMax: 20_000_000, memoryMb: 512, connectionsMax: 5 }
const upkeep: JobBudget = { ...large, minutesMax: 15 }
/** About one message or one customer. */
const small: JobBudget = { minutesMax: 5, rowsMax: 10_000, memoryMb: 128, connectionsMax: 3 }

type JobEntry = {
  payload: z.ZodType<object>
  /** How often it is tried in all; later tries wait longer. */
  attempts: number
  budget: JobBudget
  /** How many of this kind one process works on at once; two unless said. */
  atOnce?: 1
  /** Runs by the clock, with an empty payload. Amsterdam time. */
  cron?: string
  /**
   * A person may have it tried again after it was set aside: a second run does no harm and does something. Of the others the row that people see has
   * failed by then, and who wants it begins anew.
   */
  triedAgain?: true
}

/** Every background job: its payload and its budget. Handlers are unknown here; they meet their names in main/all-job-handlers.ts. */
export const jobCatalogue = {
  // Two files at once were read on two processors: nothing was left for screens (S32).
  checkImport: { payload: z.object({ importId: z.number(), customerId: z.number() }), attempts: 3, budget: large, atOnce: 1 },
  importBatch: { payload: z.object({ importId: z.number(), customerId: z.number() }), attempts: 3, budget: large },
  sendMessages: { payload: z.object({ messageJobId: z.number(), customerId: z.number() }), attempts: 5, budget: large },
  runBulk: { payload: z.object({ bulkId: z.number(), customerId: z.number() }), attempts: 5, budget: large },
  endPaymentLinks: {
    payload: z.object({
      customerId: z.number(),
      /** Of a batch that was closed, or of a case: those for another amount than what is open; `why`: what made it so. */
      of: z.union([
        z.object({ batchId: z.number(), undoEntryId: z.number() }),
        z.object({ caseId: z.number(), undoEntryId: z.optional(z.number()), why: z.optional(AmountEnd) }),
      ]),
      /** Of a case that owes again what it owed: the links that ended for another amount can be used again, where theirs is right. */
      revives: z.optional(z.boolean()),
      byUser: z.string(),
    }),
    attempts: 5,
    budget: large,
    triedAgain: true,
  },
  runStatement: { payload: z.object({ statementId: z.number(), customerId: z.number() }), attempts: 5, budget: large, atOnce: 1 },
  mailFeedback: { payload: z.object({ feedbackId: z.number() }), attempts: 6, budget: small, triedAgain: true },
  mailSubscribers: {
    payload: z.object({
      customerId: z.number(),
      key: z.enum(subscriptionEvents),
      cause: z.string(),
      /** None: of no script, for who wants to hear of every script. */
      scriptIds: z.array(z.number()),
      /** The name of the file or batch, or the number of the case. */
      about: z.string(),
      count: z.number(),
      /** Until when it lasts, or before when something is due. */
      until: z.nullable(z.string()),
      /** Of an alert: which figure is over its limit, and since when. */
      figure: z.optional(z.object({ kind: z.enum(['drop', ...queueFigures]), value: z.number(), limit: z.number(), since: z.string() })),
    }),
    attempts: 6,
    budget: small,
    triedAgain: true,
  },
  sendSystemMail: { payload: z.object({ messageId: z.number() }), attempts: 6, budget: small },
  mailPasswordLink: { payload: z.object({ sealed: z.string() }), attempts: 3, budget: small },
  resetVariables: { payload: z.object({}), attempts: 2, budget: upkeep, cron: '5 0 * * *', triedAgain: true },
  addUpMoney: { payload: z.object({}), attempts: 1, budget: upkeep, cron: '* * * * *', triedAgain: true },
  recheckUnreachable: { payload: z.object({}), attempts: 2, budget: upkeep, cron: '35 3 * * *', triedAgain: true },
  endHolds: {
    payload: z.object({ customerId: z.number(), scriptIds: z.array(z.number()) }),
    attempts: 3,
    budget: upkeep,
    triedAgain: true,
  },
  /** `which` of the two demo customers it is, the scripts that its batches have, and the moment from which the past is dated. */
  seedDemoPast: {
    payload: z.object({ customerId: z.number(), which: z.number(), scriptId: z.number(), offScriptId: z.number(), atMs: z.number() }),
    attempts: 5,
    budget: upkeep,
    triedAgain: true,
  },
  mailDueSubscriptions: { payload: z.object({}), attempts: 1, budget: upkeep, cron: '* * * * *', atOnce: 1, triedAgain: true },
  watchFigures: { payload: z.object({}), attempts: 1, budget: upkeep, cron: '* * * * *', atOnce: 1, triedAgain: true },
  notifyStaff: { payload: z.object({}), attempts: 1, budget: upkeep, cron: '* * * * *', triedAgain: true },
  fetchWhatsappMedia: {
    payload: z.object({
      ...{ customerId: z.number(), providerId: z.number(), incomingId: z.number() },
      ...{ id: z.string(), mediaType: z.string(), fileName: z.string() },
    }),
    attempts: 4,
    budget: small,
  },
  syncWhatsappTexts: {
    payload: z.object({ customerId: z.number(), providerId: z.number() }),
    attempts: 3,
    budget: upkeep,
    triedAgain: true,
  },
  syncAllWhatsappTexts: { payload: z.object({}), attempts: 1, budget: upkeep, cron: '17 * * * *', triedAgain: true },
  scanFiles: { payload: z.object({}), attempts: 1, budget: upkeep, cron: '* * * * *', atOnce: 1, triedAgain: true },
  makeReport: {
    payload: z.object({
      customerId: z.number(),
      fileId: z.number(),
      userId: z.number(),
      format: z.enum(['csv', 'xlsx']),
      wish: ReportWish,
    }),
    attempts: 3,
    budget: large,
    atOnce: 1,
  },
  // Half a second a case: its paper is set page by page. What a paper says is asked at once, in more questions than other jobs ask.
  makeHandOverFile: {
    payload: z.object({ customerId: z.number(), handOverId: z.number(), fileId: z.number(), userId: z.number() }),
    attempts: 3,
    budget: { ...large, connectionsMax: 15 },
    atOnce: 1,
  },
  writeStatusTime: {
    payload: z.object({ customerId: z.number(), communicationId: z.number() }),
    attempts: 6,
    budget: small,
    triedAgain: true,
  },
  readMailboxes: { payload: z.object({}), attempts: 1, budget: upkeep, cron: '* * * * *', triedAgain: true },
  keepSignIns: { payload: z.object({}), attempts: 1, budget: upkeep, cron: '*/5 * * * *', triedAgain: true },
  keepPaymentRequests: { payload: z.object({}), attempts: 1, budget: upkeep, cron: '* * * * *', atOnce: 1, triedAgain: true },
  takeDeliveries: { payload: z.object({}), attempts: 1, budget: upkeep, cron: '* * * * *', atOnce: 1, triedAgain: true },
  handOverLetters: { payload: z.object({}), attempts: 1, budget: upkeep, cron: '* * * * *', atOnce: 1, triedAgain: true },
  makePrivacyFile: {
    payload: z.object({ customerId: z.number(), fileId: z.number(), requestId: z.number(), userId: z.number() }),
    attempts: 3,
    budget: large,
    atOnce: 1,
  },
  erasePerson: {
    payload: z.object({ customerId: z.number(), requestId: z.number() }),
    attempts: 5,
    budget: upkeep,
    atOnce: 1,
  },
  takeAwayOld: { payload: z.object({}), attempts: 3, budget: upkeep, cron: '15 2 * * *', atOnce: 1, triedAgain: true },
  housekeeping: { payload: z.object({}), attempts: 1, budget: upkeep, cron: '*/30 * * * *', triedAgain: true },
} satisfies Record<JobName, JobEntry>

export type JobPayload<Name extends JobName> = z.output<(typeof jobCatalogue)[Name]['payload']>

/** The work of each job. Written so that a second run after half a first one does no harm: a job of a killed process runs again. */
export type JobHandlers = { [Name in JobName]: (payload: JobPayload<Name>, job: JobRun) => Promise<void> }

/** `signal` is aborted when the process stops or the job passes its budget; `attempt` counts from 1. */
export type JobRun = { id: string; attempt: number; isLastAttempt: boolean; signal: AbortSignal }

/** What becomes of the row that people see when its job is not tried any more. */
export type SetAsideHandlers = { [Name in JobName]?: (payload: JobPayload<Name>) => Promise<void> }

/** The settings of one job, with the optional ones made visible. */
export const jobEntry = (name: JobName): JobEntry => jobCatalogue[name]

export function isJobName(name: string): name is JobName {
  return (jobNames as readonly string[]).includes(name)
}

/** Whether a person may have a job of this kind tried again after it was set aside. */
export const mayTryAgain = (name: JobName): boolean => jobEntry(name).triedAgain === true
