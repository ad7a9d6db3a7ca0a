import { type AuditRow, lookActions } from '@regie/contract/audit.ts'
import { dayOf } from '../../locales/format.ts'

type Some<Item> = readonly [Item, ...Item[]]

/** What one person did with one request: the line that says it, and all lines that it left, the newest first. */
export type AuditAct = { line: AuditRow; lines: Some<AuditRow> }

/** What the log shows on a line: a day, an act, or equal acts in a row of one person as one. */
export type AuditEntry =
  | { kind: 'day'; at: string }
  | { kind: 'act'; act: AuditAct; isInside: boolean }
  | { kind: 'fold'; acts: Some<AuditAct>; isOpen: boolean }

/** The acts under their days, the newest first; equal ones beneath each other are folded, but for the one that stands open. */
export function entriesOf(lines: readonly AuditRow[], openID: string): AuditEntry[] {
  const runs: [AuditAct, ...AuditAct[]][] = []
  for (const act of actsOf(lines)) {
    const run = runs.at(-1)
    if (run !== undefined && isAlike(run[0].line, act.line)) run.push(act)
    else runs.push([act])
  }
  let day = ''
  return runs.flatMap((run) => {
    const [{ line }] = run
    const heading = dayOfLine(line) === day ? [] : [{ kind: 'day', at: line.at } as const]
    day = dayOfLine(line)
    return [...heading, ...foldOf(run, openID)]
  })
}

function foldOf(acts: Some<AuditAct>, openID: string): AuditEntry[] {
  if (acts.length === 1) return [{ kind: 'act', act: acts[0], isInside: false }]
  const isOpen = acts.some(({ lines }) => lines.some(({ auditID }) => String(auditID) === openID))
  return [{ kind: 'fold', acts, isOpen }, ...(isOpen ? acts.map((act) => ({ kind: 'act', act, isInside: true }) as const) : [])]
}

/** The lines of one request stand at the place of its newest one, whatever others did in the same moment. */
export function actsOf(lines: readonly AuditRow[]): AuditAct[] {
  const requests = new Map<string, [AuditRow, ...AuditRow[]]>()
  const acts: [AuditRow, ...AuditRow[]][] = []
  // Those without a request that the next line may belong to: a list of thousands is not searched through for each of its lines.
  let recent: Recent[] = []
  for (const line of lines) {
    if (line.requestID === null) {
      const at = Date.parse(line.at)
      recent = recent.filter((one) => one.at - at <= momentMs)
      const own = recent.findLast((one) => isOfOneMoment(one, line))
      if (own !== undefined) {
        own.act.push(line)
        Object.assign(own, { at, caseID: own.caseID ?? caseOfLine(line) })
        continue
      }
      const act: [AuditRow] = [line]
      acts.push(act)
      recent.push({ act, at, caseID: caseOfLine(line) })
      continue
    }
    const key = `${line.requestID} ${line.action} ${line.customerID} ${dayOfLine(line)}`
    const own = requests.get(key)
    if (own !== undefined) own.push(line)
    else {
      const act: [AuditRow] = [line]
      acts.push(act)
      requests.set(key, act)
    }
  }
  return acts.flatMap(actsOfRequest)
}

// What a job does on somebody's behalf has no request: its lines follow each other within a moment, about one case at most.
const momentMs = 1_000

/** An act without a request: the moment of its last line, and the case that it is about. */
type Recent = { act: [AuditRow, ...AuditRow[]]; at: number; caseID: number | null }

function isOfOneMoment({ act, caseID }: Recent, line: AuditRow): boolean {
  const before = act.at(-1) ?? act[0]
  const own = caseOfLine(line)
  return before.action === line.action && (own === null || caseID === null || own === caseID) && isOneRun(before, line)
}

/** The case that a line is about, or that what it is about belongs to, where the line says so. */
export function caseOfLine({ entity, entityID, before, after }: AuditRow): number | null {
  const caseId = entity === 'case' ? Number(entityID) : (after?.case_id ?? before?.case_id)
  return typeof caseId === 'number' && caseId > 0 ? caseId : null
}

/** What several lines say of one thing, as one: what was before the first, and after the last. */
export function wholeOf({ line, lines }: AuditAct): AuditRow {
  const same = lines.filter((other) => isSameThing(other, line))
  const before = Object.assign({}, ...same.map((one) => one.before ?? {})) as AuditRow['before']
  const after = Object.assign({}, ...same.map((one) => one.after ?? {}).reverse()) as AuditRow['after']
  const names = Object.assign({}, ...same.map((one) => one.names)) as AuditRow['names']
  return { ...line, before: line.before && before, after: line.after && after, names }
}

// Bulk work does the same to many things with one request: each of them is an act of its own, and the list folds them.
function actsOfRequest(lines: Some<AuditRow>): AuditAct[] {
  const line = headOf(lines)
  const isOfMany = lines.some((other) => other.entity === line.entity && other.entityID !== line.entityID)
  return isOfMany ? lines.map((one) => ({ line: one, lines: [one] })) : [{ line, lines }]
}

/** The line that says what the act was done to: to a case, where a case was among it, rather than to its note or call-back. */
function headOf(lines: Some<AuditRow>): AuditRow {
  const ofAction = lines.find(({ action, entity }) => entity !== null && hasScreen(entity) && action.startsWith(entity))
  return ofAction ?? lines.find(({ entity }) => entity === 'case') ?? lines[0]
}

const withScreen: readonly string[] = ['user', 'batch', 'case', 'script', 'import']
const hasScreen = (entity: string) => withScreen.includes(entity)

const dayOfLine = ({ at }: AuditRow) => dayOf(new Date(at))

/** Who opens a case asks for its parts: looks of one person at one thing are alike, whatever part it was. An act may be done to many of a kind. */
const isAlike = (one: AuditRow, other: AuditRow) => isSameAct(one, other) && isOneRun(one, other)

const isSameAct = (one: AuditRow, other: AuditRow) =>
  isLook(one) ? isLook(other) && isSameThing(one, other) : one.action === other.action && one.entity === other.entity

const isOneRun = (one: AuditRow, other: AuditRow) =>
  one.username === other.username &&
  one.via === other.via &&
  one.address === other.address &&
  one.customerID === other.customerID &&
  dayOfLine(one) === dayOfLine(other)

export const isLook = ({ action }: AuditRow) => lookActions.includes(action)
export const isSameThing = (one: AuditRow, other: AuditRow) => one.entity === other.entity && one.entityID === other.entityID
