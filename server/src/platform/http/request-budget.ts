import type { BudgetKind } from '@regie/contract/endpoint.ts'
import type { FastifyReply } from 'fastify'
import { budgets } from '../budgets.ts'
import { withAllCustomers } from '../db/scope.ts'
import type { Log } from '../log.ts'
import type { ExportSlots } from './export-slots.ts'
import { openWorkGate } from './work-gate.ts'

/** Resolves when the user's request may be worked on; its place is free again when the answer has left or the client has gone. */
export type EnterBudget = (kind: BudgetKind, userId: number, reply: FastifyReply) => Promise<void>

/** The places of all kinds of requests in this process, and the slots for exports of all processes. */
export function openRequestBudgets(exports: ExportSlots, log: Pick<Log, 'warn'>): EnterBudget {
  const gates = {
    screen: openWorkGate(budgets.screen),
    analysis: openWorkGate(budgets.analysis),
    export: openWorkGate(budgets.export, 'export.underWay'),
    upload: openWorkGate(budgets.upload),
    simulation: openWorkGate(budgets.simulation, 'simulation.underWay'),
  }

  return async (kind, userId, reply) => {
    const onEnd = (work: () => void) => {
      if (reply.raw.closed) work()
      else reply.raw.once('close', work)
    }
    onEnd(await gates[kind].enter(userId, onEnd))
    if (kind !== 'export') return
    const end = await withAllCustomers(() => exports.begin(userId))
    onEnd(() => {
      void withAllCustomers(end).catch((error: unknown) => log.warn({ err: error }, 'an export that ended still counts as running'))
    })
  }
}
