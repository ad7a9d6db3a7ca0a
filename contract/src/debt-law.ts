import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { Id, Version } from './paging.ts'
import { debtHelpCodes } from './result-codes.ts'
import { Right } from './right-codes.ts'

/** How limitation was interrupted: in writing (art. 3:317 BW), by what the debtor said or paid (art. 3:318 BW), or by going to law (art. 3:316 BW). */
export const interruptionManners = ['letter', 'email', 'acknowledgement', 'payment', 'legalAction'] as const
export const InterruptionManner = z.enum(interruptionManners)
export type InterruptionManner = z.infer<typeof InterruptionManner>

/** Evidence: it is never changed or removed. Withdrawn it counts no more and stays readable. */
export const Interruption = z.object({
  interruptionID: z.number(),
  /** yyyy-MM-dd */
  on: z.string(),
  how: InterruptionManner,
  note: z.string(),
  by: z.string(),
  at: z.string(),
  withdrawn: z.nullable(z.object({ at: z.string(), by: z.string(), reason: z.string() })),
})
export type Interruption = z.infer<typeof Interruption>

/** What is known of the case and may interrupt it, newer than every interruption that counts: staff decide whether it does. */
export const ProposedInterruption = z.object({ on: z.string(), how: z.enum(['payment', 'acknowledgement']), amountCents: z.number() })
export type ProposedInterruption = z.infer<typeof ProposedInterruption>

const Organisation = z.string().check(z.trim(), z.minLength(1, 'debtHelp.organisationMissing'), z.maxLength(200))
const Reference = z.string().check(z.trim(), z.maxLength(100))
/** A year before that is one of which a digit is missing. */
const Day = z.iso.date().check(z.refine((day) => day >= '1990-01-01' && day < '2100-01-01'))

/** Who helps with the debts, as it is asked with a result: its name, how they know the case, and when it is expected to end. */
export const GivenDebtHelp = z.object({ organisation: Organisation, reference: Reference, endsOn: z.nullable(Day) })
export type GivenDebtHelp = z.infer<typeof GivenDebtHelp>

/** Debt help or insolvency that lasts: nobody is contacted about the case. */
export const DebtHelp = z.object({
  kind: z.enum(debtHelpCodes),
  organisation: z.string(),
  reference: z.string(),
  /** Days are yyyy-MM-dd. */
  beganOn: z.string(),
  endsOn: z.nullable(z.string()),
  by: z.string(),
  at: z.string(),
})
export type DebtHelp = z.infer<typeof DebtHelp>

/** Days without interest, the last one left out; null: they last. */
export const InterestStop = z.object({ from: z.string(), until: z.nullable(z.string()), kind: z.enum(debtHelpCodes) })
export type InterestStop = z.infer<typeof InterestStop>

export const DebtLaw = z.object({
  /** The newest day first. */
  interruptions: z.array(Interruption),
  proposals: z.array(ProposedInterruption),
  /** Null while there is none. */
  debtHelp: z.nullable(DebtHelp),
  /** Of debt help that lasts or lasted; empty where the customer asks interest all the same. */
  interestStops: z.array(InterestStop),
  /** The first formal letter that left, by post or by mail, and did not come back; null: none did from here. */
  notice: z.nullable(z.object({ on: z.string(), by: z.enum(['letter', 'email']) })),
})
export type DebtLaw = z.infer<typeof DebtLaw>

const CaseId = z.object({ caseID: Id })
export const debtLawApi = {
  get: endpoint({
    method: 'GET',
    path: '/cases/:caseID/debt-law',
    access: { right: Right.viewCases },
    summary:
      'What interrupted the limitation of a claim, with what was withdrawn and what may be written down; debt help that lasts, the days without interest, and when the formal letter left',
    audited: true,
    params: CaseId,
    response: DebtLaw,
  }),
  interrupt: endpoint({
    method: 'POST',
    path: '/cases/:caseID/interruptions',
    access: { right: Right.changeCases },
    summary: 'Write down that limitation was interrupted on a day that is not to come; it cannot be changed, only withdrawn',
    params: CaseId,
    body: z.object({ on: Day, how: InterruptionManner, note: z.string().check(z.trim(), z.maxLength(1000)) }),
    response: DebtLaw,
  }),
  withdrawInterruption: endpoint({
    method: 'POST',
    path: '/cases/:caseID/interruptions/:interruptionID/withdraw',
    access: { right: Right.changeCases },
    summary: 'Withdraw an interruption with a reason: it counts no more and stays readable',
    params: z.object({ caseID: Id, interruptionID: Id }),
    body: z.object({ reason: z.string().check(z.trim(), z.minLength(1, 'interruption.reasonMissing'), z.maxLength(500)) }),
    response: DebtLaw,
  }),
  saveDebtHelp: endpoint({
    method: 'PUT',
    path: '/cases/:caseID/debt-help',
    access: { right: Right.changeCases },
    summary: 'Write down debt help or insolvency, or change what is written: from then on nobody is contacted about the case',
    params: CaseId,
    body: z.object({ version: Version, kind: z.enum(debtHelpCodes), ...GivenDebtHelp.shape, beganOn: Day }),
    response: DebtLaw,
  }),
  endDebtHelp: endpoint({
    method: 'POST',
    path: '/cases/:caseID/debt-help/end',
    access: { right: Right.changeCases },
    summary: 'Write down on which day debt help ended; contact is allowed again, and interest runs from that day on',
    params: CaseId,
    body: z.object({ version: Version, endedOn: Day }),
    response: DebtLaw,
  }),
}
