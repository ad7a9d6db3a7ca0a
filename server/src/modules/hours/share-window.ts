import { checkTimes } from '@regie/contract/time-windows-check.ts'
import type { ScriptTimes } from '@regie/contract/time-windows.ts'
import { AppError } from '../../platform/app-error.ts'
import type { Caller } from '../../platform/http/caller.ts'
import type { Services } from '../../services.ts'
import { selectScriptForUpdate } from '../scripts/script-row.ts'
import { coupleWindow, publishTimesChanged, uncoupleWindow } from './time-changes.ts'
import { findTimes } from './time-queries.ts'

type Place = { scriptID: number; windowID: number }

/** Gives a script a window of another script of its customer; from then on they share it. */
export async function shareWindow({ db }: Services, caller: Caller, { scriptID, windowID }: Place): Promise<ScriptTimes> {
  return db.transaction().execute(async (tx) => {
    const { customer_id: customerId } = await selectScriptForUpdate(tx, caller, scriptID)
    const { windows, others, ...times } = await findTimes(tx, scriptID)
    if (windows.some(({ id }) => id === windowID)) throw new AppError('times.alreadyCoupled')
    const window = others.find(({ id }) => id === windowID)
    if (!window) throw new AppError('times.windowNotFound')
    // What stood there may lie outside hours that were narrowed later; what comes to it must not meet it.
    const [fault] = checkTimes(times, [...windows, window], []).filter(({ at }) => at === windows.length)
    if (fault) throw new AppError(fault.code)
    await coupleWindow(tx, { customerId, scriptId: scriptID }, windowID)
    await publishTimesChanged(tx, customerId, [scriptID])
    return findTimes(tx, scriptID)
  })
}

/** Takes a window from a script; the other scripts that have it keep it, and with the last it goes. */
export async function removeWindow({ db }: Services, caller: Caller, { scriptID, windowID }: Place): Promise<ScriptTimes> {
  return db.transaction().execute(async (tx) => {
    const { customer_id: customerId } = await selectScriptForUpdate(tx, caller, scriptID)
    const wasThere = await uncoupleWindow(tx, { customerId, scriptId: scriptID }, windowID)
    if (!wasThere) throw new AppError('times.windowNotFound')
    await publishTimesChanged(tx, customerId, [scriptID])
    return findTimes(tx, scriptID)
  })
}
