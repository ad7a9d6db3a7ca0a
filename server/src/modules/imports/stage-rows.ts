import { type DuplicateRule, usualDuplicateRule } from '@regie/contract/import-columns.ts'
import { copyLine, copyRows } from '../../platform/db/copy.ts'
import type { Services } from '../../services.ts'
import { openThrottle } from './throttle.ts'
import { countUnknownNumbers, findBlacklisted, findCasesByNumber, findCasesByPerson, type KnownCase } from './find-known.ts'
import { type Findings, openFindings, type Outcome } from './findings.ts'
import type { ImportRow } from './import-queries.ts'
import type { RowPlan } from './reading/row-plan.ts'
import type { ReadCase, ReadRow } from './reading/file-messages.ts'
import type { FileReader } from './reading/file-reader.ts'

/** What imports reach the world with: rows by queries, many rows by COPY. */
export type ImportServices = Pick<Services, 'db' | 'pool' | 'clock'>

/** Somebody chose other columns, or cancelled: this check has become pointless. */
export class CheckOvertaken extends Error {
  override name = 'CheckOvertaken'
}

// The middle part is written where the file is read (reading/file-worker.ts).
const staged =
  'name, phone, mobile, email, city, postcode, invoice_number, locale, outstanding_cents, fields, flag, start_on, expires_on, priority, linked_number, currency'
const columns = `customer_id, import_id, check_no, row_no, reason, reason_column, reason_value, case_number, updates_case, old_cents, ${staged}, raw`
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
  const people = await findCasesByPerson(db, found, rule, await peopleOf(reader, plan, rule))
  const seen = { numbers: new Set<string>(), people: new Set<string>(), linked: [] as string[] }
  const throttle = openThrottle()
  const before = { text: 'delete from import_rows where customer_id = $1 and import_id = $2', values: [found.customer_id, found.id] }
  // COPY is refused where policies stand, so it writes into the partition (server/sql/staged-rows.sql).
  await copyRows(pool, { before, statement: `copy import_rows_staged (${columns}) from stdin` }, async (push) => {
    for await (const chunk of reader.rows(plan)) {
      const cases = chunk.flatMap(({ good }) => good ?? [])
      const numbers = await findCasesByNumber(
        db,
        found,
        cases.map(({ caseNumber }) => caseNumber),
      )
      const listed = await findBlacklisted(db, found, cases)
      let lines = ''
      for (const read of chunk) {
        const outcome = read.good && outcomeOf(read.good, rule, { numbers, people }, seen)
        const isListed = (value: string) => listed.has(value)
        findings.add(read, outcome, { phone: read.good?.phones.some(isListed) ?? false, email: isListed(read.good?.email ?? '') })
        lines += lineOf(found, read, outcome)
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

type Known = { numbers: ReadonlyMap<string, KnownCase>; people: ReadonlyMap<string, KnownCase | null> }
type Seen = { numbers: Set<string>; people: Set<string>; linked: string[] }

/** The first row of a number is the one that counts, and a number stands for one case, whatever was chosen of people. */
function outcomeOf(row: ReadCase, rule: DuplicateRule, known: Known, seen: Seen): Outcome {
  const isTwice = seen.numbers.has(row.caseNumber)
  seen.numbers.add(row.caseNumber)
  if (isTwice) return { kind: 'duplicate', reason: 'duplicateInFile', value: row.caseNumber, oldCents: null }
  const same = known.numbers.get(row.caseNumber)
  if (same) return againOf(row, same, rule, 'duplicateExisting', row.caseNumber)
  if (rule.action !== 'new') {
    const persons = personsOf(row, rule)
    const inFile = persons.find((person) => seen.people.has(person))
    if (inFile !== undefined) return { kind: 'duplicate', reason: 'duplicatePersonInFile', value: inFile, oldCents: null }
    for (const person of persons) seen.people.add(person)
    const there = persons.find((person) => known.people.has(person))
    if (there !== undefined) return againOf(row, known.people.get(there) ?? null, rule, 'duplicatePerson', there)
  }
  if (row.linkedNumber !== null) seen.linked.push(row.linkedNumber)
  return { kind: 'new' }
}

function againOf(
  row: ReadCase,
  known: KnownCase | null,
  rule: DuplicateRule,
  reason: 'duplicateExisting' | 'duplicatePerson',
  value: string,
): Outcome {
  // What is closed is over: its amount is history.
  const oldCents = known && !known.isClosed && known.cents !== null && row.cents !== null && known.cents !== row.cents ? known.cents : null
  if (known && oldCents !== null && rule.action === 'update') return { kind: 'updated', caseId: known.caseId, oldCents }
  return { kind: 'duplicate', reason, value, oldCents: reason === 'duplicateExisting' ? oldCents : null }
}

function lineOf({ customer_id, id, check_no }: ImportRow, { row, raw, bad, good }: ReadRow, outcome: Outcome | null) {
  const head = (reason: string | null, column: string | null, value: string | null, number: string | null) =>
    copyLine([customer_id, id, check_no, row, reason, column, value, number]).slice(0, -1)
  if (bad) return `${head(bad.reason, bad.column, bad.value, null)}\t\\N\t\\N\t${nothingStaged}\t${raw}\n`
  if (outcome?.kind === 'duplicate')
    return `${head(outcome.reason, null, outcome.value, good.caseNumber)}\t\\N\t\\N\t${nothingStaged}\t${raw}\n`
  const update = outcome?.kind === 'updated' ? `${outcome.caseId}\t${outcome.oldCents}` : '\\N\t\\N'
  return `${head(null, null, null, good.caseNumber)}\t${update}\t${good.staged}\t\\N\n`
}
