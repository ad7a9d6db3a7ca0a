import { type AuditRow, lookActions } from '@regie/contract/audit.ts'
import { dayOf } from '../../locales/format.ts'

/** What the log shows on a line: a day, an act, or equal acts in a row of one person as one. */
export type AuditEntry =
  | { kind: 'day'; at: string }
  | { kind: 'line'; line: AuditRow; isInside: boolean }
  | { kind: 'fold'; lines: readonly [AuditRow, ...AuditRow[]]; isOpen: boolean }

/** The lines under their days, the newest first; equal ones beneath each other are folded, but for the one that stands open. */
export function entriesOf(lines: readonly AuditRow[], openID: string): AuditEntry[] {
  const runs: [AuditRow, ...AuditRow[]][] = []
  for (const line of lines) {
    const run = runs.at(-1)
    if (run !== undefined && isAlike(run[0], line)) run.push(line)
    else runs.push([line])
  }
  let day = ''
  return runs.flatMap((run) => {
    const [first] = run
    const heading = dayOfLine(first) === day ? [] : [{ kind: 'day', at: first.at } as const]
    day = dayOfLine(first)
    return [...heading, ...foldOf(run, openID)]
  })
}

function foldOf(lines: readonly [AuditRow, ...AuditRow[]], openID: string): AuditEntry[] {
  if (lines.length === 1) return [{ kind: 'line', line: lines[0], isInside: false }]
  const isOpen = lines.some(({ auditID }) => String(auditID) === openID)
  return [{ kind: 'fold', lines, isOpen }, ...(isOpen ? lines.map((line) => ({ kind: 'line', line, isInside: true }) as const) : [])]
}

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
