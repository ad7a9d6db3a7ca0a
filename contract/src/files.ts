import * as z from 'zod/mini'
import { TrialWish } from './batches.ts'
import { endpoint } from './endpoint.ts'
import { ColumnField, DuplicateRule, ImportFlag } from './import-columns.ts'
import { Id } from './paging.ts'
import { Right } from './right-codes.ts'

/** Spec §9. A byte more is refused. */
export const uploadBytesMax = 10 * 1024 * 1024
/** Files of one user that are being checked at a time; each keeps a processor and PostgreSQL busy, and others wait for both. */
export const checksAtOnceMax = 10

/** Why a row is not imported; texts under `files.reasons`. `duplicate…` rows are skipped, the others are errors to mend. */
const rowReasons = [
  'duplicateExisting',
  'duplicateInFile',
  'duplicatePerson',
  'duplicatePersonInFile',
  'tooManyColumns',
  'tooFewColumns',
  'required',
  'amountMissing',
  'amountInvalid',
  'amountNegative',
  'amountTooLarge',
  'dateInvalid',
  'dateOrderMixed',
  'timeInvalid',
  'phoneInvalid',
  'phoneScientific',
  'emailInvalid',
  'postcodeInvalid',
  'choiceInvalid',
  'numberInvalid',
  'ibanInvalid',
  'referenceInvalid',
  'tooLong',
  'tooShort',
  'lengthWrong',
  'notUpper',
  'characterExcluded',
  'formula',
  'totalsRow',
  'controlCharacter',
  'oneOfMissing',
  'currencyUnsupported',
  'expired',
] as const
export const RowReason = z.enum(rowReasons)
export type RowReason = z.infer<typeof RowReason>
/** Why a value that staff typed for a field is refused; texts under `files.reasons` as well. */
export type FieldFault = RowReason | 'fieldUnknown'

export const dateOrders = ['dmy', 'mdy', 'ymd'] as const
export const DateOrder = z.enum(dateOrders)
export const DecimalMark = z.enum([',', '.'])

/** What a column fills: nothing, one field or several. */
export const ColumnMapping = z.object({
  index: z.number().check(z.int(), z.gte(0), z.lte(999)),
  fields: z.array(ColumnField).check(z.maxLength(5)),
})
/** A field that has the same value in every row. */
export const ConstantField = z.object({
  field: z.string().check(z.maxLength(60)),
  value: z.string().check(z.trim(), z.minLength(1), z.maxLength(500)),
})
export const ImportMapping = z.object({
  columns: z.array(ColumnMapping).check(z.maxLength(1000)),
  constants: z.array(ConstantField).check(z.maxLength(50)),
  duplicates: DuplicateRule,
  dateOrder: z.nullable(DateOrder),
  decimalMark: z.nullable(DecimalMark),
})
export type ImportMapping = z.infer<typeof ImportMapping>

const importStatuses = ['reading', 'mapping', 'checking', 'ready', 'importing', 'done', 'failed', 'cancelled'] as const

/** One of the reasons why a row is not imported, and where in the row: without a column it is about the row as a whole. */
export const RowFault = z.object({
  reason: RowReason,
  column: z.nullable(z.string()),
  value: z.nullable(z.string()),
  /** What may stand there, as one writes it in a file, where the value is none of the choices. */
  choices: z.optional(z.array(z.string())),
})
export type RowFault = z.infer<typeof RowFault>
const ImportRowIssue = z.object({ row: z.number(), faults: z.array(RowFault) })
/** A row that is not imported, with all its cells as they stand in the file, or as somebody repaired them. */
const RefusedRow = z.object({ ...ImportRowIssue.shape, cells: z.array(z.string()) })
export type RefusedRow = z.infer<typeof RefusedRow>
/** How many rows of one file are repaired by hand, and how much of each; a file with more faults is mended where it was made. */
export const repairsMax = { rows: 5000, cells: 1000, chars: 1000 }
const RepairedRow = z.object({
  row: z.int().check(z.positive()),
  cells: z
    .array(z.object({ index: z.int().check(z.minimum(0), z.maximum(2000)), value: z.string().check(z.maxLength(repairsMax.chars)) }))
    .check(z.minLength(1), z.maxLength(repairsMax.cells)),
})
export type RepairedRow = z.infer<typeof RepairedRow>
/** How many choices a list of faults names; the others are counted. */
export const choicesShownMax = 12

export const Import = z.object({
  importID: z.number(),
  customerID: z.number(),
  scriptID: z.number(),
  fileName: z.string(),
  bytes: z.number(),
  status: z.enum(importStatuses),
  /** Set when status is failed: an error code and what fills its text. */
  failure: z.nullable(z.object({ error: z.string(), params: z.record(z.string(), z.union([z.string(), z.number()])) })),
  encoding: z.nullable(z.enum(['utf-8', 'windows-1252'])),
  separator: z.nullable(z.string()),
  columns: z.array(z.object({ index: z.number(), name: z.string(), fields: z.array(ColumnField), samples: z.array(z.string()) })),
  constants: z.array(ConstantField),
  duplicates: DuplicateRule,
  format: z.nullable(z.enum(['csv', 'xlsx', 'zip'])),
  dateOrder: z.nullable(DateOrder),
  decimalMark: z.nullable(DecimalMark),
  /** What the user must still choose before the rows can be checked. */
  missing: z.array(z.enum(['caseNumber', 'amount', 'dateOrder', 'decimalMark'])),
  /** The first rows; `values` as they stand in the file, by the name of their column. */
  preview: z.array(z.object({ row: z.number(), values: z.record(z.string(), z.string()), reasons: z.array(RowReason) })),
  counts: z.nullable(
    z.object({
      rows: z.number(),
      new: z.number(),
      /** Existing cases that take over an amount. */
      updated: z.number(),
      /** Skipped rows whose case exists with another amount; `duplicates.action` update would take them over. */
      changed: z.number(),
      duplicate: z.number(),
      invalid: z.number(),
      unreachable: z.number(),
      /** New cases with a number or address on the blacklist: they are not contacted by it. */
      blacklistedPhone: z.number(),
      blacklistedEmail: z.number(),
      /** Rows that name a linked case which is neither in the file nor known. */
      unlinked: z.number(),
      amounts: z.array(z.object({ currency: z.string(), cents: z.number() })),
      byFlag: z.array(z.object({ flag: ImportFlag, count: z.number() })),
      /** A row with two reasons is counted under both. */
      byReason: z.array(z.object({ reason: RowReason, count: z.number() })),
    }),
  ),
  issues: z.array(ImportRowIssue),
  /** The first amounts that differ from what is known. */
  changes: z.array(z.object({ row: z.number(), caseNumber: z.string(), oldCents: z.number(), newCents: z.number() })),
  progress: z.object({ done: z.number(), total: z.number() }),
  /** Which check the counts are of; another mapping and repaired rows begin a new one. */
  checkNo: z.number(),
  /** How many rows somebody repaired. */
  repaired: z.number(),
  batchID: z.nullable(z.number()),
  /** How its batch begins, once it is confirmed. */
  begins: z.enum(['now', 'trial', 'later']),
  /** It waits for the virus scanner, which looks at it now or does not answer; null: it does not wait. */
  scan: z.nullable(z.enum(['waiting', 'away'])),
  /** The same file came before, byte for byte: when, from which user (empty: nobody any more), and what came of it. */
  twin: z.nullable(z.object({ uploadedAt: z.string(), by: z.string(), batchID: z.nullable(z.number()) })),
})
export type Import = z.infer<typeof Import>

/** The states of an import that has no end yet: the server works on it, or it waits for an answer. */
export const unendedStatuses = ['reading', 'mapping', 'checking', 'ready', 'importing'] as const

/** An import that has no end yet, as a list shows it. */
export const LeftImport = z.object({
  importID: z.number(),
  scriptName: z.string(),
  ...z.pick(Import, { fileName: true, missing: true }).shape,
  status: z.enum(unendedStatuses),
  /** How many rows were checked, and how many of them have faults; null: no check has ended. */
  checked: z.nullable(z.object({ rows: z.number(), invalid: z.number() })),
  uploadedAt: z.string(),
  /** When an import that nobody confirms ends with its file. */
  keptUntil: z.string(),
  isMine: z.boolean(),
  /** Who uploaded it is a user no more: anybody goes on with it or drops it. */
  isOfNobody: z.boolean(),
  /** Who uploaded it; empty: nobody any more, or a colleague who is at home with a customer that the caller does not serve. */
  by: z.string(),
})
export type LeftImport = z.infer<typeof LeftImport>

const ImportId = z.object({ importID: Id })

export const fileApi = {
  upload: endpoint({
    method: 'POST',
    path: '/files/upload',
    access: { right: Right.uploadFiles },
    summary: 'Upload a file with cases; nothing is created but the file and its check',
    upload: true,
    budget: 'upload',
    body: z.object({ customerID: Id, scriptID: Id }),
    response: Import,
  }),
  left: endpoint({
    method: 'GET',
    path: '/imports',
    access: { right: Right.uploadFiles },
    summary: 'The imports of a customer that have no end yet: those of the caller first, the newest first',
    query: z.object({ customerID: Id }),
    response: z.array(LeftImport),
  }),
  getImport: endpoint({
    method: 'GET',
    path: '/imports/:importID',
    access: { right: Right.uploadFiles },
    summary: 'How far an import is',
    params: ImportId,
    response: Import,
  }),
  changeMapping: endpoint({
    method: 'PUT',
    path: '/imports/:importID/mapping',
    access: { right: Right.uploadFiles },
    summary: 'Choose columns, date order and decimal mark, and check again',
    params: ImportId,
    body: ImportMapping,
    response: Import,
  }),
  refused: endpoint({
    method: 'GET',
    path: '/imports/:importID/rows',
    access: { right: Right.uploadFiles },
    summary: 'The rows that are not imported, with their cells, in the order of the file',
    audited: true,
    params: ImportId,
    query: z.object({ after: z.optional(Id), reason: z.optional(RowReason) }),
    response: z.object({ rows: z.array(RefusedRow), hasMore: z.boolean() }),
  }),
  repair: endpoint({
    method: 'PUT',
    path: '/imports/:importID/rows',
    access: { right: Right.uploadFiles },
    summary: 'Repair cells of rows that are not imported, and check again; the file itself stays as it was',
    params: ImportId,
    body: z.object({ rows: z.array(RepairedRow).check(z.minLength(1), z.maxLength(repairsMax.rows)) }),
    response: Import,
  }),
  confirm: endpoint({
    method: 'POST',
    path: '/imports/:importID/confirm',
    access: { right: Right.uploadFiles },
    summary: 'Create the batch and its cases, all or nothing',
    params: ImportId,
    body: z.object({
      name: z.string().check(z.trim(), z.minLength(1), z.maxLength(120)),
      /** The batch is made paused. */
      startLater: z.boolean(),
      /** Which check was seen; another one by now is a conflict. */
      checkNo: z.optional(z.int()),
      /** The batch begins with a few of its cases. */
      trial: z.optional(TrialWish),
    }),
    response: Import,
  }),
  cancel: endpoint({
    method: 'DELETE',
    path: '/imports/:importID',
    access: { right: Right.uploadFiles },
    summary: 'Drop an import that was not confirmed; who uploaded it does, or anybody once they are a user no more',
    params: ImportId,
  }),
  errors: endpoint({
    method: 'GET',
    path: '/imports/:importID/errors',
    access: { right: Right.uploadFiles },
    summary: 'The rows in error, to mend and upload again',
    audited: true,
    params: ImportId,
    query: z.object({ locale: z._default(z.enum(['nl', 'eng', 'fr']), 'nl') }),
    file: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  }),
}
