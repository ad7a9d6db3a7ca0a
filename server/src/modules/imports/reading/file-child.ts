import { setPriority } from 'node:os'
import type { FieldDefinition } from '@regie/contract/fields.ts'
import { AppError } from '../../../platform/app-error.ts'
import { answerParent } from '../../../platform/child-process/answer-parent.ts'
import { copyLine } from '../../../platform/db/copy.ts'
import { rowsPerTurn } from '../throttle.ts'
import { checkRow, type GoodRow, isUnreachable } from './check-row.ts'
import type { RowPlan } from './row-plan.ts'
import type { FileAnswer, FileRequest, ReadRow } from './file-messages.ts'
import { openTable, type Table, type TableRow } from './open-table.ts'
import { repairedTable } from './repaired-rows.ts'
import { type Choices, surveyFile } from './survey-file.ts'

// The program that reads an uploaded file: whatever the file does to it, our process goes on. It answers one request at a time.
const previewRows = 20
// It gives way to everybody's screens.
setPriority(10)
let table: Promise<Table> | undefined
let rows: Iterator<TableRow> | undefined
let sent = 0

answerParent(async ({ file, request }: FileRequest): Promise<FileAnswer> => {
  try {
    if (file) table = openTable(file.content).then((opened) => repairedTable(opened, file.repairs))
    const opened = await table
    if (!opened) throw new Error('a file is asked about before it was given')
    return request.kind === 'survey' ? await survey(opened, request.fields, request.choices) : read(opened, request.plan)
  } catch (error) {
    if (error instanceof AppError) return { kind: 'refused', code: error.code, params: error.params ?? {} }
    throw error
  }
})

async function survey(opened: Table, fields: readonly FieldDefinition[], choices: Choices): Promise<FileAnswer> {
  const { format, encoding, separator } = opened
  return { kind: 'survey', file: { format, encoding, separator }, survey: await surveyFile(opened, fields, choices) }
}

/** The next rows by the plan; with a plan given the file begins anew. */
function read(opened: Table, plan: RowPlan | null): FileAnswer {
  if (plan) {
    current = plan
    rows = opened.rows()[Symbol.iterator]()
    sent = 0
  }
  const chunk: ReadRow[] = []
  while (chunk.length < rowsPerTurn) {
    const next = rows?.next()
    if (!next || next.done) break
    chunk.push(readRow(current, next.value))
  }
  return { kind: 'rows', rows: chunk }
}
let current: RowPlan | undefined

function readRow(plan: RowPlan | undefined, { row, cells }: TableRow): ReadRow {
  if (!plan) throw new Error('rows were asked for before a plan was given')
  sent += 1
  const checked = checkRow(plan, row, cells)
  const shown = sent <= previewRows ? cells.slice(0, plan.headings.length) : null
  const raw = copyLine([cells]).slice(0, -1)
  if ('faults' in checked) return { row, raw, shown, bad: checked, good: null }
  const { caseNumber, phone, mobile, email, outstandingCents: cents, currency, flag, linkedNumber } = checked
  const phones = [phone, mobile].filter((number) => number !== null)
  const good = { caseNumber, phones, email: email?.toLowerCase() ?? null, cents, currency, flag, linkedNumber }
  return { row, raw, shown, bad: null, good: { ...good, isUnreachable: isUnreachable(checked), staged: stagedOf(checked) } }
}

// Written for COPY here, so that the process that waits for it has only to pass it on. The order is that of stage-rows.ts.
function stagedOf(row: GoodRow): string {
  const { name, phone, mobile, email, city, postcode, invoiceNumber, locale, outstandingCents, fields } = row
  const { flag, startOn, expiresOn, priority, linkedNumber, currency } = row
  return copyLine([
    name,
    phone,
    mobile,
    email,
    city,
    postcode,
    invoiceNumber,
    locale,
    outstandingCents,
    JSON.stringify(fields),
    flag,
    startOn,
    expiresOn,
    priority,
    linkedNumber,
    currency,
  ]).slice(0, -1)
}
