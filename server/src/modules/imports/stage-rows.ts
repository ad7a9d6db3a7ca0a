import type { RowReason } from '@regie/contract/files.ts'
import { type DuplicateRule, usualDuplicateRule } from '@regie/contract/import-columns.ts'
import { copyLine, copyRows } from '../../platform/db/copy.ts'
import type { Services } from '../../services.ts'
import { openThrottle } from './throttle.ts'
import { countUnknownNumbers, findBlacklisted, findCasesByNumber, findCasesByPerson, type KnownCase } from './find-known.ts'
import { type Findings, openFindings, type Outcome } from './findings.ts'
import type { ImportRow } from './import-queries.ts'
import type { CellFault } from './reading/check-row.ts'
import type { RowPlan } from './reading/row-plan.ts'
import type { ReadCase, ReadRow } from './reading/file-messages.ts'
import type { FileReader } from './reading/file-reader.ts'

/** What imports reach the world with: rows by queries, many rows by COPY. */
export type ImportServices = Pick<Services, 'db' | 'pool' | 'clock'>

/** Somebody chose other columns, or cancelled: this check has become pointless. */
export class CheckOvertaken extends Error {
  override name = 'CheckOvertaken'
}

// The middle part is written where the file is read (reading/file-child.ts).
const staged =
  'name, phone, mobile, email, city, postcode, invoice_number, locale, outstanding_cents, fields, flag, start_on, expires_on, priority, linked_number, currency'
const columns = `customer_id, import_id, check_no, row_no, faults, case_number, updates_case, old_cents, ${staged}, raw`
const nothingStaged = Array(staged.split(',').length).fill('\\N').join('\t')

/** Checks every row and copies them into import_rows, all or none; answers what was found. */
export async function stageRows(
  { db, pool }: ImportServices,
  found: ImportRow,
  reader: FileReader,
  plan: RowPlan,
  progress: (done: number) => Promise<boolean>,
): Promise<Findings> {
  const rule = found.mapping?.duplicates ?? usualDuplicateRule
  const findings = openFindings(plan)
  const numberColumn = plan.headings[plan.columns.find(({ field }) => field.key === 'dossiernummer')?.index ?? -1] ?? null
  const people = await findCasesByPerson(db, found, rule, await peopleOf(reader, plan, rule))
  const seen = { numbers: new Set<string>(), refused: new Set<string>(), people: new Set<string>(), linked: [] as string[] }
  const throttle = openThrottle()
  const before = { text: 'delete from import_rows where customer_id = $1 and import_id = $2', values: [found.customer_id, found.id] }
  // COPY is refused where policies stand, so it writes into the partition (server/sql/staged-rows.sql).
  await copyRows(pool, { before, statement: `copy import_rows_staged (${columns}) from stdin` }, async (push) => {
    for await (const chunk of reader.rows(plan)) {
      const cases = chunk.flatMap(({ good }) => good ?? [])
      const numbers = await findCasesByNumber(
        db,
        found,
        chunk.flatMap(({ good, bad }) => good?.caseNumber ?? bad?.caseNumber ?? []),
      )
      const listed = await findBlacklisted(db, found, cases)
      let lines = ''
      for (const read of chunk) {
        const outcome = read.good && outcomeOf(read.good, rule, { numbers, people, numberColumn }, seen)
        const faults = faultsOf(read, outcome, rule, { numbers, numberColumn }, seen)
        const isListed = (value: string) => listed.has(value)
        findings.add(read, faults, outcome, { phone: read.good?.phones.some(isListed) ?? false, email: isListed(read.good?.email ?? '') })
        lines += lineOf(found, read, faults, outcome)
      }
      await push(lines)
      await throttle()
      if (!(await progress(findings.counts.rows))) throw new CheckOvertaken()
    }
  })
  const unknown = await countUnknownNumbers(db, found, new Set(seen.linked.filter((number) => !seen.numbers.has(number))))
  findings.counts.unlinked = seen.linked.filter((number) => unknown.has(number)).length
  return findings.finish()
}

// Asked of the whole file at once, so only where it was chosen: the file is read once more for it.
async function peopleOf(reader: FileReader, plan: RowPlan, rule: DuplicateRule): Promise<Set<string>> {
  const people = new Set<string>()
  if (rule.by === 'number' || rule.scope === 'file') return people
  for await (const chunk of reader.rows(plan)) for (const { good } of chunk) for (const person of personsOf(good, rule)) people.add(person)
  return people
}

function personsOf(row: ReadCase | null, { by }: DuplicateRule): readonly string[] {
  if (!row || by === 'number') return []
  return by === 'phone' ? row.phones : row.email === null ? [] : [row.email]
}

type Numbers = { numbers: ReadonlyMap<string, KnownCase>; numberColumn: string | null }
type Known = Numbers & { people: ReadonlyMap<string, KnownCase | null> }
type Seen = { numbers: Set<string>; refused: Set<string>; people: Set<string>; linked: string[] }

/** Why a row is refused, all of it: one that is wrong in itself may have a number that is taken besides. */
function faultsOf({ bad }: ReadRow, outcome: Outcome | null, rule: DuplicateRule, known: Numbers, seen: Seen): readonly CellFault[] {
  if (!bad) return outcome?.kind === 'duplicate' ? [outcome.fault] : []
  const { faults, caseNumber } = bad
  if (caseNumber === null) return faults
  const fault = (reason: RowReason) => [...faults, { reason, column: known.numberColumn, value: caseNumber }]
  const isTwice = seen.numbers.has(caseNumber) || seen.refused.has(caseNumber)
  seen.refused.add(caseNumber)
  if (isTwice) return fault('duplicateInFile')
  // Where amounts are taken over, what this row would become is known when its amount can be read.
  return known.numbers.has(caseNumber) && rule.action !== 'update' ? fault('duplicateExisting') : faults
}

/** The first row of a number is the one that counts, and a number stands for one case, whatever was chosen of people. */
function outcomeOf(row: ReadCase, rule: DuplicateRule, known: Known, seen: Seen): Outcome {
  const isTwice = seen.numbers.has(row.caseNumber)
  seen.numbers.add(row.caseNumber)
  const number = { column: known.numberColumn, value: row.caseNumber }
  if (isTwice) return { kind: 'duplicate', fault: { reason: 'duplicateInFile', ...number }, oldCents: null }
  const same = known.numbers.get(row.caseNumber)
  if (same) return againOf(row, same, rule, { reason: 'duplicateExisting', ...number })
  if (rule.action !== 'new') {
    const persons = personsOf(row, rule)
    const inFile = persons.find((person) => seen.people.has(person))
    if (inFile !== undefined) {
      const fault: CellFault = { reason: 'duplicatePersonInFile', column: null, value: inFile }
      return { kind: 'duplicate', fault, oldCents: null }
    }
    for (const person of persons) seen.people.add(person)
    const there = persons.find((person) => known.people.has(person))
    if (there !== undefined)
      return againOf(row, known.people.get(there) ?? null, rule, { reason: 'duplicatePerson', column: null, value: there })
  }
  if (row.linkedNumber !== null) seen.linked.push(row.linkedNumber)
  return { kind: 'new' }
}

function againOf(row: ReadCase, known: KnownCase | null, rule: DuplicateRule, fault: CellFault): Outcome {
  // What is closed is over: its amount is history.
  const oldCents = known && !known.isClosed && known.cents !== null && row.cents !== null && known.cents !== row.cents ? known.cents : null
  if (known && oldCents !== null && rule.action === 'update') return { kind: 'updated', caseId: known.caseId, oldCents }
  return { kind: 'duplicate', fault, oldCents: fault.reason === 'duplicateExisting' ? oldCents : null }
}

function lineOf(
  { customer_id, id, check_no }: ImportRow,
  { row, raw, bad, good }: ReadRow,
  faults: readonly CellFault[],
  outcome: Outcome | null,
) {
  const head = (number: string | null) =>
    copyLine([customer_id, id, check_no, row, faults.length > 0 ? JSON.stringify(faults) : null, number]).slice(0, -1)
  if (bad) return `${head(null)}\t\\N\t\\N\t${nothingStaged}\t${raw}\n`
  if (outcome?.kind === 'duplicate') return `${head(good.caseNumber)}\t\\N\t\\N\t${nothingStaged}\t${raw}\n`
  const update = outcome?.kind === 'updated' ? `${outcome.caseId}\t${outcome.oldCents}` : '\\N\t\\N'
  return `${head(good.caseNumber)}\t${update}\t${good.staged}\t\\N\n`
}
