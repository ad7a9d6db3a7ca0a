import * as z from 'zod/mini'
import { reportDaysMax } from './payment-report.ts'
import { BatchRow } from './batches.ts'
import { endpoint } from './endpoint.ts'
import { Id } from './paging.ts'
import { Right } from './right-codes.ts'

/** What came in on the days of a month, and what of it was paid within 30 days of its own. */
const PaidSoon = z.object({ from: z.iso.date(), until: z.iso.date(), claimedCents: z.number(), paidCents: z.number() })

const HomeMoney = z.object({
  currency: z.string(),
  outstandingCents: z.number(),
  /** Cases with something outstanding, and the batches that have them. */
  openCases: z.number(),
  batches: z.number(),
  receivedCents: z.number(),
  /** The average of the last eight such weekdays; null while there is none to compare with. */
  ordinaryCents: z.nullable(z.number()),
  promisedCents: z.number(),
  promises: z.number(),
  /** Of these, for today. */
  promisesToday: z.number(),
  /** The last month of which every case has had its 30 days, and the month before. */
  paidSoon: PaidSoon,
  paidSoonBefore: PaidSoon,
})
export type HomeMoney = z.infer<typeof HomeMoney>

/** The first step that a case of the batch takes next, and when; a moment that has passed is now. */
const NextStep = z.nullable(z.object({ kind: z.string(), name: z.string(), at: z.string() }))
export const HomeBatch = z.object({ batch: BatchRow, nextStep: NextStep })
export type HomeBatch = z.infer<typeof HomeBatch>

const NamedBatch = { batchID: z.number(), name: z.string() }
const HomeAttention = z.object({
  /** Batches that go on no more unless somebody does something. */
  stalled: z.array(
    z.object({ ...NamedBatch, scriptID: z.number(), reason: z.enum(['trialStopped', 'scriptInactive', 'noLines', 'nothingDue']) }),
  ),
  /** Cases that no channel of their script reaches, where there are most of them. */
  unreachable: z.array(z.object({ ...NamedBatch, reason: z.string(), count: z.number() })),
  /** Complaints that are not resolved yet; `confirmBefore` is the first deadline. */
  complaints: z.nullable(z.object({ count: z.number(), confirmBefore: z.nullable(z.string()) })),
  /** Disputes that are not resolved yet; they have no deadline. */
  disputes: z.number(),
  /** Of payers who say to have paid already; they are no disputes here. */
  alreadyPaid: z.number(),
  broken: z.number(),
  /** Cases with a message that did not arrive, of yesterday and today. */
  failed: z.number(),
  /** Call-backs of mine or of anyone whose moment has come. */
  callbacks: z.nullable(z.object({ count: z.number(), first: z.string() })),
  /** The same of colleagues, for who leads them. */
  colleaguesLate: z.nullable(z.object({ count: z.number(), first: z.string() })),
  /** Cases that become time-barred in the next 90 days, and the first day on which one does. */
  barredSoon: z.nullable(z.object({ count: z.number(), first: z.iso.date() })),
  /** Cases that go on and are time-barred already. */
  barred: z.number(),
  /** Cases with debt help whose expected end has come, which nobody has ended yet. */
  debtHelpReached: z.number(),
  /** Requests of people about their data whose last day comes within a week or has gone by, and the first such day. */
  privacy: z.nullable(z.object({ count: z.number(), first: z.iso.date() })),
  /** How much of the compliance file is missing or overdue, and how much soon is due with the first day of that; null: nothing, or not for this user. */
  complianceFile: z.nullable(z.object({ overdue: z.number(), soon: z.number(), first: z.nullable(z.iso.date()) })),
  /** What came in at the bank and is not booked yet. */
  bankEntries: z.number(),
  imports: z.array(z.object({ importID: z.number(), fileName: z.string(), at: z.string() })),
  /** Imports that the user began and that wait for an answer of theirs. */
  importsWaiting: z.array(z.object({ importID: z.number(), fileName: z.string(), at: z.string() })),
})
export type HomeAttention = z.infer<typeof HomeAttention>

export const Home = z.object({
  /** The day of these figures, Amsterdam time. */
  day: z.iso.date(),
  /** When the law and the hours of a script let somebody be called today, in minutes of the day; null: not at all. */
  calling: z.nullable(z.object({ from: z.number(), until: z.number() })),
  /** Null without the right to see cases; a customer with no money has no entry. */
  money: z.nullable(z.array(HomeMoney)),
  attention: HomeAttention,
  /** Those that run, the busiest first; null without the right to see batches. */
  running: z.nullable(z.array(HomeBatch)),
  /** Has the customer a batch at all? */
  hasBatches: z.boolean(),
})
export type Home = z.infer<typeof Home>

export const receivedPeriods = [7, 30, 90] as const

const Scope = { customerID: Id, scriptID: z.optional(Id) }

export const homeApi = {
  get: endpoint({
    method: 'GET',
    path: '/home',
    access: { right: [Right.viewBatches, Right.viewCases] },
    summary:
      'The first screen: money, what needs attention, and batches that run. Each part asks its own right, and is left out without it',
    query: z.object(Scope),
    response: Home,
  }),
  received: endpoint({
    method: 'GET',
    path: '/home/received',
    access: { right: [Right.viewCases, Right.reportPayments] },
    summary: 'What was received on each of the last days, or on those of a period, by currency; days without money are left out',
    query: z.object({
      ...Scope,
      days: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(reportDaysMax)), 30),
      /** The last day; today where it is left out. */
      until: z.optional(z.iso.date()),
      /** The first day; where it is left out so many days with the last. */
      from: z.optional(z.iso.date()),
    }),
    response: z.object({
      from: z.iso.date(),
      until: z.iso.date(),
      rows: z.array(z.object({ day: z.iso.date(), currency: z.string(), cents: z.number(), receipts: z.number() })),
    }),
  }),
}
