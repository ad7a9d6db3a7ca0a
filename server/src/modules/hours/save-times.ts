import type { RequestOf } from '@regie/contract/endpoint.ts'
import { checkTimes, type TimesFault } from '@regie/contract/time-windows-check.ts'
import type { ScriptTimes, timeApi } from '@regie/contract/time-windows.ts'
import { AppError } from '../../platform/app-error.ts'
import type { Db, Transaction } from '../../platform/db/database.ts'
import type { Caller } from '../../platform/http/caller.ts'
import type { Services } from '../../services.ts'
import { changeScriptRow, selectScriptForUpdate } from '../scripts/script-row.ts'
import { lockSharers, replaceExtra, replaceWindows, publishTimesChanged } from './time-changes.ts'
import { findTimes, listWindowsOf } from './time-queries.ts'

type Given = RequestOf<typeof timeApi.save>['body']
export type GivenTimes = Pick<Given, 'timeWindows'> & { alwaysOpen: boolean; extra: NonNullable<Given['extra']> }

/** Saves all hours of a script at once, or nothing. A shared window changes for every script that has it. */
export async function saveTimes({ db }: Services, caller: Caller, scriptId: number, { version, ...changes }: Given): Promise<ScriptTimes> {
  return db.transaction().execute(async (tx) => {
    await lockSharers(tx, scriptId)
    const script = await selectScriptForUpdate(tx, caller, scriptId)
    const before = await findTimes(tx, scriptId)
    const given = completeTimes(before, changes)
    if (version !== undefined && before.version !== version) throw new AppError('error.conflict', { current: before })
    mustBeRight(before, given)
    const place = { customerId: script.customer_id, scriptId }
    const changed = await scriptsOfChanged(tx, before, given)
    await replaceWindows(tx, place, given.timeWindows)
    await replaceExtra(tx, place, given.extra)
    await mustFitOthers(tx, place.customerId, changed)
    if (given.alwaysOpen !== script.always_open) await changeScriptRow(tx, script, { always_open: given.alwaysOpen })
    await publishTimesChanged(tx, place.customerId, [scriptId, ...changed.map((other) => other.scriptId)])
    return findTimes(tx, scriptId)
  })
}

/** What the caller gave, with what it left out as it stands. */
export function completeTimes(before: ScriptTimes, { timeWindows, alwaysOpen, extra }: Omit<Given, 'version'>): GivenTimes {
  return { timeWindows, alwaysOpen: alwaysOpen ?? before.alwaysOpen, extra: extra ?? before.extra }
}

/** Nothing is saved of hours with a fault, and only windows of this script are changed. */
export function mustBeRight(before: ScriptTimes, given: GivenTimes): void {
  const known = { timeWindows: idsOf(before.windows), extra: idsOf(before.extra) }
  for (const list of ['timeWindows', 'extra'] as const)
    for (const [at, { id }] of given[list].entries())
      if (id !== null && !known[list].has(id)) throw new AppError('times.windowNotFound', { field: `${list}.${at}` })
  const [fault] = checkTimes(before, given.timeWindows, given.extra)
  if (fault) throw refusalOf(before, fault)
}

function refusalOf({ minHour, maxHour }: ScriptTimes, { list, at, field, code }: TimesFault): AppError {
  const hour = (value: number) => String(value).padStart(2, '0')
  return new AppError(code, { field: `${list}.${at}.${field}`, params: { min: `${hour(minHour)}:00`, max: `${hour(maxHour)}:59` } })
}

export type OtherScript = { scriptId: number; name: string }

/** The other scripts that have a window which is changed here. */
export async function scriptsOfChanged(db: Db, before: ScriptTimes, given: GivenTimes): Promise<OtherScript[]> {
  const changed = given.timeWindows.flatMap((window) => {
    const was = before.windows.find(({ id }) => id === window.id)
    const isSame =
      was?.start === window.start &&
      was.end === window.end &&
      sameSet(was.weekdays, window.weekdays) &&
      sameSet(was.channels, window.channels)
    return was && was.shared > 1 && !isSame && window.id !== null ? [window.id] : []
  })
  if (changed.length === 0) return []
  return db
    .selectFrom('script_windows as sw')
    .innerJoin('scripts as s', (join) => join.onRef('s.customer_id', '=', 'sw.customer_id').onRef('s.id', '=', 'sw.script_id'))
    .select(['s.id as scriptId', 's.name'])
    .distinct()
    .where('sw.customer_id', '=', before.customerID)
    .where('sw.window_id', 'in', changed)
    .where('s.id', '!=', before.scriptID)
    .orderBy('s.name')
    .execute()
}

/** A shared window that grows may meet another window of a script that has it too. */
async function mustFitOthers(tx: Transaction, customerId: number, others: readonly OtherScript[]) {
  if (others.length === 0) return
  const windows = await listWindowsOf(
    tx,
    customerId,
    others.map((other) => other.scriptId),
  )
  for (const { scriptId, name } of others) {
    const own = windows.filter((window) => window.scriptId === scriptId)
    const anyHours = { minHour: 0, maxHour: 23, lawWeekdays: [1, 2, 3, 4, 5, 6, 7] }
    const meets = checkTimes(anyHours, own, []).some(({ code }) => code === 'times.overlap')
    if (meets) throw new AppError('times.overlap', { params: { script: name } })
  }
}

function idsOf(windows: readonly { id: number | null }[]): Set<number | null> {
  return new Set(windows.map(({ id }) => id))
}

function sameSet<Item>(some: readonly Item[], others: readonly Item[]): boolean {
  return some.length === others.length && some.every((item) => others.includes(item))
}
