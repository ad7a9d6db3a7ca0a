import { channelProviders } from '../../gateways/gateways.ts'
import type { CaseStanding } from '../../modules/case-runs/case-standing.ts'
import type { SimulationRef } from '../../modules/case-runs/simulation-case.ts'
import { copyMessages, type CopiedMessages } from '../../modules/communications/copy-for-simulation.ts'
import { findContactFacts } from '../../modules/contact-facts/contact-facts.ts'
import { copyVariants } from '../../modules/experiments/keep-variant.ts'
import { copyPaymentLinks } from '../../modules/payment-links/copy-for-simulation.ts'
import { copyLetters } from '../../modules/letters/letters-of-case.ts'
import { listSimulationLines } from '../../modules/communications/simulation-timeline.ts'
import type { CaseTransaction } from '../../modules/case-runs/save-run-position.ts'
import type { Services } from '../../services.ts'
import type { SimulationPast } from './simulation-turn.ts'

/** Gives the copy of a case what the true one has behind it. */
export async function copyPast(
  { gateways }: Services,
  tx: CaseTransaction,
  standing: CaseStanding,
  to: SimulationRef,
  now: Date,
): Promise<SimulationPast & CopiedMessages & { lastLineId: number }> {
  const from = { customerId: to.customerId, batchId: standing.batchId, caseId: standing.caseId }
  const facts = (await findContactFacts(tx, channelProviders(gateways), [from], now)).get(from.caseId)
  const messages = await copyMessages(tx, from, to)
  const letterIds = await copyLetters(tx, from, to)
  await copyPaymentLinks(tx, from, to)
  await copyVariants(tx, from, to)
  const lines = await listSimulationLines(tx, to, 0)
  const { disputed = false, debtHelp = false } = facts ?? {}
  // Letters are known by negative ids among the contacts of a person (contact-facts/person-facts.ts).
  const originalIds = new Set([...messages.originalIds, ...letterIds.map((id) => -id)])
  return { ...messages, originalIds, disputed, debtHelp, lastLineId: lines.at(-1)?.id ?? 0 }
}
