import type { BudgetKind } from '@regie/contract/endpoint.ts'
import type { Log } from '../log.ts'
import { budgets, visitorBudget } from '../budgets.ts'
import { type Database, openDatabase } from './database.ts'

/** A pool of connections for each kind of request: one that is used up holds up its own kind alone. */
export type BudgetDatabases = Record<BudgetKind | 'visitors', Pick<Database, 'db' | 'pool'>> & { close(): Promise<void> }

type Options = { log: Pick<Log, 'warn'>; applicationName?: string }

/** Opens them all; a pool makes its first connection when it is first asked for one. */
export function openBudgetDatabases(url: string, { log, applicationName = 'regie api' }: Options): BudgetDatabases {
  const limits = { ...budgets, visitors: visitorBudget }
  const open = (kind: keyof typeof limits) =>
    openDatabase(url, {
      log,
      applicationName: kind === 'screen' ? applicationName : `${applicationName} ${kind}`,
      connectionsMax: limits[kind].connections,
      statementTimeoutMs: limits[kind].statementMs,
    })
  const all = {
    ...{ screen: open('screen'), analysis: open('analysis'), export: open('export'), upload: open('upload') },
    ...{ simulation: open('simulation'), visitors: open('visitors') },
  }
  return {
    ...all,
    async close() {
      await Promise.all(Object.values(all).map((database) => database.close()))
    },
  }
}
