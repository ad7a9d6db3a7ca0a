import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { BodyId, Id } from './paging.ts'
import { providerStates } from './providers.ts'
import { Right } from './right-codes.ts'

/** Whether SMS of a script leave: they do, not until a moment, or not until somebody says so. */
const smsPauses = ['open', 'until', 'forever'] as const
export type SmsPause = (typeof smsPauses)[number]

/** A pause until a moment ends within so many days. */
export const smsPauseDaysMax = 7
export const smsPerHourMax = 36_000
export const smsBucketMinutes = 5
export const smsBuckets = 12

const Bucket = z.object({ at: z.string(), planned: z.number(), sent: z.number() })
export type SmsBucket = z.infer<typeof Bucket>

const SmsScript = z.object({
  scriptID: z.number(),
  name: z.string(),
  active: z.boolean(),
  pause: z.enum(smsPauses),
  until: z.nullable(z.string()),
  perHour: z.number(),
  sentHour: z.number(),
  waiting: z.number(),
  /** When the last of those that wait leaves, by amount, pause and hours; null: within no foreseeable time, or nobody waits. */
  tailAt: z.nullable(z.string()),
  /** Of the next hour, this moment's five minutes first. */
  buckets: z.array(Bucket),
})
export type SmsScript = z.infer<typeof SmsScript>

const SmsProvider = z.object({
  /** Null: the installation's own. */
  providerID: z.nullable(z.number()),
  name: z.string(),
  state: z.enum(providerStates),
  isSimulated: z.boolean(),
  waiting: z.number(),
  sentHour: z.number(),
  failedHour: z.number(),
  isBackup: z.boolean(),
  /** Since when it takes nothing; null: it does. */
  troubleSince: z.nullable(z.string()),
  /** How many of the last hour another provider took in its place. */
  reroutedHour: z.number(),
})
export type SmsProvider = z.infer<typeof SmsProvider>

/** What looking up numbers before an SMS brought in the last thirty days. */
const NumberChecks = z.object({
  asked: z.number(),
  /** Messages that did not leave to a number that is not in use. */
  skipped: z.number(),
  /** What these would have cost; null: no price is known. */
  savedCents: z.nullable(z.number()),
  /** Of the last 24 hours, and how many of them are paid for. */
  today: z.number(),
  perDay: z.number(),
})
export type NumberChecks = z.infer<typeof NumberChecks>

/** How the SMS of a customer stand at a moment. */
export const SmsDashboard = z.object({
  at: z.string(),
  scripts: z.array(SmsScript),
  providers: z.array(SmsProvider),
  /** Null: no number was looked up. */
  numberChecks: z.nullable(NumberChecks),
})
export type SmsDashboard = z.infer<typeof SmsDashboard>

export const smsApi = {
  dashboard: endpoint({
    method: 'GET',
    path: '/sms/dashboard',
    access: { right: Right.viewSmsDashboard },
    budget: 'analysis',
    summary: 'How the SMS of a customer stand: by script with the next hour, and by provider',
    query: z.object({ customerID: Id }),
    response: SmsDashboard,
  }),
  pause: endpoint({
    method: 'PUT',
    path: '/sms/pause',
    access: { right: Right.pauseSms, also: [Right.viewSmsDashboard] },
    summary: 'Hold or release the SMS of a script, or of all scripts of a customer',
    body: z.object({
      customerID: BodyId,
      /** Null: all of them. */
      scriptID: z.nullable(BodyId),
      state: z.enum(smsPauses),
      until: z.nullable(z.iso.datetime()),
    }),
    response: SmsDashboard,
  }),
  amount: endpoint({
    method: 'PUT',
    path: '/sms/amount',
    access: { right: Right.pauseSms, also: [Right.viewSmsDashboard] },
    summary: 'How many SMS of a script may leave in an hour',
    body: z.object({ customerID: BodyId, scriptID: BodyId, perHour: z.number().check(z.int(), z.gte(0), z.lte(smsPerHourMax)) }),
    response: SmsDashboard,
  }),
}
