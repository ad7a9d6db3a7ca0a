import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { BodyId, Id, pageOf, pageQuery } from './paging.ts'
import { Right } from './right-codes.ts'

const statementStates = ['reading', 'matching', 'done', 'failed'] as const

/** Why a file is refused as a whole; texts under `statements.faults`. */
const statementFaults = [
  'formatUnknown',
  'notWellFormed',
  'definesEntities',
  'tooManyEntries',
  'accountMissing',
  'balanceMissing',
  'balanceWrong',
  'amountInvalid',
  'dateInvalid',
  'stopped',
  'infected',
] as const
export type StatementFaultCode = (typeof statementFaults)[number]

/** An account of which a file has statements: its balances, and the first and last day on which something was booked. */
const StatementAccount = z.object({
  account: z.string(),
  currency: z.string(),
  openingCents: z.number(),
  closingCents: z.number(),
  from: z.nullable(z.iso.date()),
  until: z.nullable(z.iso.date()),
})
export type StatementAccount = z.infer<typeof StatementAccount>

/** A file of bank statements. */
const BankStatement = z.object({
  statementID: z.number(),
  fileName: z.string(),
  state: z.enum(statementStates),
  fault: z.nullable(z.enum(statementFaults)),
  /** Where in the file. */
  faultPlace: z.string(),
  accounts: z.array(StatementAccount),
  entries: z.number(),
  /** Of these, so many stood in an earlier file too. */
  known: z.number(),
  booked: z.number(),
  waiting: z.number(),
  uploadedAt: z.string(),
  by: z.string(),
})
export type BankStatement = z.infer<typeof BankStatement>

/** Why an entry is not booked by itself; texts under `statements.reasons`. */
const matchReasons = [
  'noReference',
  'noCase',
  'severalCases',
  'otherCurrency',
  'tooMuch',
  'claimUnknown',
  'caseLocked',
  'takenBack',
] as const
export type MatchReason = (typeof matchReasons)[number]

/** What an entry is: waits for staff, is a payment of a case, or has nothing to do with one. What went out of the account is none of them. */
const entryStates = ['open', 'booked', 'ignored'] as const

const CaseOfEntry = z.object({ caseID: z.number(), caseNumber: z.string() })

/** Money that came in. */
const BankEntry = z.object({
  entryID: z.number(),
  statementID: z.number(),
  amountCents: z.number(),
  currency: z.string(),
  bookedOn: z.string(),
  counterName: z.string(),
  /** Masked for who may not see personal data. */
  counterIban: z.nullable(z.string()),
  reference: z.nullable(z.string()),
  text: z.string(),
  state: z.enum(entryStates),
  /** Of one that waits. */
  why: z.nullable(z.enum(matchReasons)),
  /** Of one that is booked. */
  booked: z.nullable(z.object({ ...CaseOfEntry.shape, paymentID: z.number() })),
  ignored: z.nullable(z.object({ at: z.string(), by: z.string(), reason: z.string() })),
})
export type BankEntry = z.infer<typeof BankEntry>

/** Why a case is proposed: a reference or number in the text names it, or the account paid for it before. */
const proposalReasons = ['reference', 'number', 'account'] as const
const EntryProposal = z.object({
  ...CaseOfEntry.shape,
  name: z.string(),
  openCents: z.nullable(z.number()),
  currency: z.string(),
  why: z.enum(proposalReasons),
  /** Just this amount is open. */
  isExact: z.boolean(),
})
export type EntryProposal = z.infer<typeof EntryProposal>

const EntryId = z.object({ entryID: Id })

/** What a bank says came in: files of statements, and the entries that staff still have to place. */
export const statementApi = {
  upload: endpoint({
    method: 'POST',
    path: '/statements',
    access: { right: Right.bookPayments },
    summary: 'Upload a file of bank statements, CAMT.053 or MT940; what certainly pays a case is booked in a job',
    upload: true,
    body: z.object({ customerID: Id }),
    response: z.object({ statementID: z.number() }),
  }),
  list: endpoint({
    method: 'GET',
    path: '/statements',
    access: { right: Right.bookPayments },
    summary: 'The files of bank statements of a customer, the newest first',
    query: z.object({ customerID: Id, ...pageQuery }),
    response: z.extend(pageOf(BankStatement), {
      /** Entries that wait, in all files. */
      open: z.number(),
      /** Is there an example to try, as for a customer of the demo? */
      hasSample: z.boolean(),
    }),
  }),
  sample: endpoint({
    method: 'GET',
    path: '/statements/sample',
    access: { right: Right.bookPayments, also: [Right.viewCases, Right.viewPersonalData] },
    summary: 'An example of a file of bank statements, made of cases of a customer of the demo',
    audited: true,
    query: z.object({ customerID: Id }),
    response: z.object({ fileName: z.string(), content: z.string() }),
  }),
  entries: endpoint({
    method: 'GET',
    path: '/statements/entries',
    access: { right: Right.bookPayments, also: [Right.viewCases] },
    summary: 'What came in by state, the newest first, and of what waits why it was not booked by itself',
    audited: true,
    query: z.object({ customerID: Id, state: z.enum(entryStates), statementID: z.optional(Id), ...pageQuery }),
    response: pageOf(BankEntry),
  }),
  proposals: endpoint({
    method: 'GET',
    path: '/statements/entries/:entryID/proposals',
    access: { right: Right.bookPayments, also: [Right.viewCases] },
    summary: 'The cases that an entry may pay, with why each is proposed',
    audited: true,
    params: EntryId,
    response: z.array(EntryProposal),
  }),
  book: endpoint({
    method: 'POST',
    path: '/statements/entries/:entryID/book',
    access: { right: Right.bookPayments, also: [Right.viewCases] },
    summary:
      'Book an entry as a payment of a case; one whose payer names another case only if that is meant. Taken back as any booking, it waits again',
    params: EntryId,
    body: z.object({
      caseID: BodyId,
      /** It goes to this case although its payer names others, which is refused otherwise (`statement.namesOther`). */
      isMeant: z._default(z.boolean(), false),
    }),
    response: BankEntry,
  }),
  ignore: endpoint({
    method: 'POST',
    path: '/statements/entries/:entryID/ignore',
    access: { right: Right.bookPayments, also: [Right.viewCases] },
    summary: 'Set an entry aside that pays no case, with its reason',
    params: EntryId,
    body: z.object({ reason: z.string().check(z.trim(), z.minLength(1, 'statement.reasonMissing'), z.maxLength(500)) }),
    response: BankEntry,
  }),
  restore: endpoint({
    method: 'POST',
    path: '/statements/entries/:entryID/restore',
    access: { right: Right.bookPayments, also: [Right.viewCases] },
    summary: 'Have an entry wait again that was set aside',
    params: EntryId,
    response: BankEntry,
  }),
}
