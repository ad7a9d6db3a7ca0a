import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { Locale } from './locale.ts'
import { Id, Version } from './paging.ts'
import { Right } from './right-codes.ts'

/** For which work somebody is trained: articles 2.1 and following of the Bki ask more of who leads it. */
export const trainingLevels = ['employee', 'lead'] as const
const TrainingLevel = z.enum(trainingLevels)
export type TrainingLevel = z.infer<typeof TrainingLevel>

/**
 * What stands there until somebody says otherwise; docs/decisions/0067-compliance-file.md has the sources. The law asks a refresher every year, and a VOG
 * at the start alone, so that none has to be renewed. How long before a day it warns, and the days for a complaint, are agreements of the organisation.
 */
export const complianceDefaults = {
  vogMonths: null,
  refresherMonths: 12,
  warnDays: 60,
  registrationWarnDays: 180,
  complaintDays: 28,
} as const

/** The longest that a customer under the Wki may wait with a refresher. */
export const refresherMonthsOfLaw = 12

const dueStates = ['missing', 'overdue', 'soon', 'fine'] as const
export type DueState = (typeof dueStates)[number]

/** How something stands that was done (or not), and is due again on a day (or never). */
export function dueState(isDone: boolean, due: string | null, today: string, warnsFrom: string): DueState {
  if (!isDone) return 'missing'
  if (due === null) return 'fine'
  return due < today ? 'overdue' : due <= warnsFrom ? 'soon' : 'fine'
}

/** Before 1990 a digit is missing, and after 2100 one is too many. */
const Day = z.iso.date().check(z.refine((day) => day >= '1990-01-01' && day < '2100-01-01'))

/** The longest that each term may be; the shortest is 1. */
export const complianceTermsMax = {
  vogMonths: 120,
  refresherMonths: 60,
  warnDays: 365,
  registrationWarnDays: 730,
  complaintDays: 90,
} as const

const term = (name: keyof typeof complianceTermsMax) => z.number().check(z.int(), z.gte(1), z.lte(complianceTermsMax[name]))

const terms = {
  /** After how many months a VOG is renewed; null: never, as the law has it. */
  vogMonths: z.nullable(term('vogMonths')),
  refresherMonths: term('refresherMonths'),
  warnDays: term('warnDays'),
  registrationWarnDays: term('registrationWarnDays'),
  /** Within how many days a complaint is handled. */
  complaintDays: term('complaintDays'),
}

const record = {
  /** Does this person collect debts of consumers? Of who does not, the law asks nothing. */
  collects: z.boolean(),
  /** The day on the certificate of conduct (VOG). */
  vogOn: z.nullable(Day),
  trainingLevel: z.nullable(TrainingLevel),
  trainedOn: z.nullable(Day),
  /** The last refresher; null: none since the training. */
  refreshedOn: z.nullable(Day),
}

const State = z.enum(dueStates)

/** What the file has of a member of staff. Of who does not collect both states are null. */
export const StaffRecord = z.object({
  userID: z.number(),
  name: z.string(),
  username: z.string(),
  jobTitle: z.string(),
  ...record,
  vogDue: z.nullable(z.string()),
  vogState: z.nullable(State),
  refresherDue: z.nullable(z.string()),
  trainingState: z.nullable(State),
  version: z.number(),
})
export type StaffRecord = z.infer<typeof StaffRecord>

/** Which complaints of a year a number is of. */
export const complaintParts = ['all', 'confirmedInTime', 'confirmedLate', 'handledInTime', 'handledLate', 'open'] as const
export type ComplaintPart = (typeof complaintParts)[number]

/** The complaints that came in during a year, by Dutch days, as they stand now. */
export const ComplaintYear = z.object({ year: z.number(), counts: z.record(z.enum(complaintParts), z.number()) })
export type ComplaintYear = z.infer<typeof ComplaintYear>

export const ComplianceFile = z.object({
  customerID: z.number(),
  /** The number in the register of collection services; empty: none yet. */
  wkiNumber: z.string(),
  /** Before which day the registration is to be renewed, as the decision about it says. */
  renewBefore: z.nullable(Day),
  registrationState: State,
  ...terms,
  /** The longest wait for a refresher that the law allows this customer; null: it names none. */
  refresherMonthsMax: z.nullable(z.number()),
  staff: z.array(StaffRecord),
  /** The newest first. */
  years: z.array(ComplaintYear),
  today: z.string(),
  /** Null: nobody has saved it yet, and nothing of it stands on the first screen. */
  changedAt: z.nullable(z.string()),
  changedBy: z.nullable(z.string()),
  version: z.number(),
})
export type ComplianceFile = z.infer<typeof ComplianceFile>

export const complianceFileViews = ['staff', 'complaints'] as const

const params = z.object({ customerID: Id })
const access = { right: Right.changeCompliance } as const

/** The compliance file of a customer: what an inspector of the Wki asks for first. */
export const complianceFileApi = {
  get: endpoint({
    method: 'GET',
    path: '/customers/:customerID/compliance-file',
    access,
    budget: 'analysis',
    summary:
      'The registration, VOG and training of each member of staff who can sign in with what is due, and the complaints of the last years with how many were in time',
    params,
    response: ComplianceFile,
  }),
  change: endpoint({
    method: 'PUT',
    path: '/customers/:customerID/compliance-file',
    access,
    summary: 'Save the registration and the terms. Once saved, what is due stands on the first screen of who may see the file',
    savedAs: [{ entity: 'complianceFile', param: 'customerID' }],
    params,
    body: z.object({
      wkiNumber: z.string().check(z.trim(), z.maxLength(40)),
      renewBefore: z.nullable(Day),
      ...terms,
      version: Version,
    }),
    response: ComplianceFile,
  }),
  changeStaff: endpoint({
    method: 'PUT',
    path: '/customers/:customerID/compliance-file/staff/:userID',
    access,
    summary: 'Save VOG, training and refresher of a member of staff; a day in the future is refused',
    savedAs: [{ entity: 'staffRecord', param: 'userID' }],
    params: z.object({ customerID: Id, userID: Id }),
    body: z.object({ ...record, version: Version }),
    response: StaffRecord,
  }),
  file: endpoint({
    method: 'GET',
    path: '/customers/:customerID/compliance-file/csv',
    access: { right: Right.exportReports, also: [Right.changeCompliance] },
    budget: 'export',
    audited: true,
    summary: 'The staff or the complaints by year as CSV. Formulas are neutralised',
    params,
    query: z.object({ view: z.enum(complianceFileViews), locale: Locale }),
    file: 'text/csv',
  }),
}
