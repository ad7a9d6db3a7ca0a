import * as z from 'zod/mini'
import { BatchStatus } from './batches.ts'
import { CaseStatus } from './cases.ts'
import { Locale } from './locale.ts'
import { BodyId } from './paging.ts'

/** What a screen shows of a report; files have no such limit. */
export const reportRowsMax = 5_000
/** Batches of one report, and batches that one chooses from. */
export const reportBatchesMax = 100
export const batchesOfferedMax = 500
export const reportColumnsMax = 90
export const reportNameMax = 80

/** What a cell holds: an amount is whole cents, a day `yyyy-MM-dd`, a moment an ISO instant, a share from 0 to 1. */
const columnTypes = ['text', 'count', 'amount', 'day', 'moment', 'share'] as const
export type ColumnType = (typeof columnTypes)[number]

/** By which day of a case a period is meant; what was imported in March stays the same for ever, what was changed does not. */
export const periodMoments = ['importedAt', 'changedAt', 'paidAt'] as const
export type PeriodMoment = (typeof periodMoments)[number]

/** Into what a report adds up its cases; without one it has a row for each case. */
export const granularities = ['quarter', 'hour', 'day', 'week', 'month'] as const
export type Granularity = (typeof granularities)[number]

const Column = z.object({
  /** Its key in the catalogue; `field:` and the key of a field of the script. */
  input: z.string().check(z.minLength(1), z.maxLength(80)),
  /** Its heading in the report. */
  report: z.string().check(z.trim(), z.minLength(1, 'report.nameMissing'), z.maxLength(reportNameMax)),
})
export type ReportColumnWish = z.infer<typeof Column>

const wish = {
  /** None: all that the caller may see, under their own names. */
  columns: z._default(z.array(Column).check(z.maxLength(reportColumnsMax)), []),
  /** Both days count. Null: all cases. */
  period: z._default(z.nullable(z.object({ from: z.iso.date(), to: z.iso.date() })), null),
  granularity: z.optional(z.enum(granularities)),
  locale: Locale,
  filters: z._default(
    z.object({
      status: z.optional(CaseStatus),
      /** A result code, or `-` for the cases without one. */
      result: z.optional(z.string().check(z.maxLength(10))),
      /** The day that the period is about; left out, that of the import. */
      periodOf: z.optional(z.enum(periodMoments)),
    }),
    {},
  ),
}

export const BatchWish = z.object({
  kind: z.literal('batch'),
  batchIDs: z.array(BodyId).check(z.minLength(1, 'report.noBatches'), z.maxLength(reportBatchesMax)),
  ...wish,
})
export const ScriptWish = z.object({ kind: z.literal('script'), scriptID: BodyId, ...wish })
export const ReportWish = z.discriminatedUnion('kind', [BatchWish, ScriptWish])
export type ReportWish = z.infer<typeof ReportWish>

const ReportColumn = z.object({
  input: z.string(),
  report: z.string(),
  type: z.enum(columnTypes),
  /** It tells of a person, and is masked for who may not see personal data. */
  personal: z.boolean(),
})
export type ReportColumn = z.infer<typeof ReportColumn>

const ReportCell = z.nullable(z.union([z.string(), z.number()]))
export type ReportCell = z.infer<typeof ReportCell>

/** A column to choose, with what the first cases have in it; `example` is the first that is not empty, as a file writes it. */
const MappingColumn = z.object({ ...ReportColumn.shape, example: z.string(), cells: z.array(ReportCell) })
export type MappingColumn = z.infer<typeof MappingColumn>
/** The columns of a report. All have as many cells: one for each of the first five cases. */
export const ReportMapping = z.array(MappingColumn)

export const ReportOutput = z.object({
  columns: z.array(ReportColumn),
  /** At most `reportRowsMax`, a cell for each column. */
  rows: z.array(z.array(ReportCell)),
  total: z.number(),
  truncated: z.boolean(),
})
export type ReportOutput = z.infer<typeof ReportOutput>

/** A batch to choose for a report. */
export const ReportBatch = z.object({
  batchID: z.number(),
  name: z.string(),
  scriptID: z.number(),
  scriptName: z.string(),
  status: BatchStatus,
  importedAt: z.nullable(z.string()),
  cases: z.number(),
  open: z.number(),
  money: z.array(z.object({ currency: z.string(), claimedCents: z.number(), paidCents: z.number() })),
})
export type ReportBatch = z.infer<typeof ReportBatch>
