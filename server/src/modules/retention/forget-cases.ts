import { sql } from 'kysely'
import type { Transaction } from '../../platform/db/database.ts'
import { forgetDocuments, forgetTakenAway } from '../case-documents/forget-documents.ts'
import { forgetArrangements } from '../arrangements/forget/forget-arrangements.ts'
import { forgetPeople, noteTextsGone } from '../cases/forget/forget-people.ts'
import { forgetAddresses, forgetTexts } from '../communications/forget/forget-texts.ts'
import { forgetDebtLaw } from '../debt-law/forget-debt-law.ts'
import { forgetChecks } from '../flows/forget-checks.ts'
import { forgetLetters } from '../letters/letters-of-case.ts'
import { forgetLinks } from '../payment-links/requests/forget-links.ts'
import { forgetTimeline } from '../timeline/forget-cases.ts'
import { forgetDeskNotes } from '../teams/forget-desk-notes.ts'
import { forgetWebhooks } from '../webhooks/forget-messages.ts'

/** Empties the texts of messages of closed cases that the caller has locked. */
export async function forgetCaseTexts(tx: Transaction, customerId: number, caseIds: readonly number[], now: Date): Promise<void> {
  await forgetTexts(tx, customerId, caseIds)
  await forgetTakenAway(tx, customerId, caseIds)
  await noteTextsGone(tx, customerId, caseIds, now)
}

/**
 * Makes closed cases, which the caller has locked, those of nobody: every table that knows who it was forgets it, each by its owner. A second time changes
 * nothing. What is counted of them stays as it is.
 */
export async function forgetCases(tx: Transaction, customerId: number, caseIds: readonly number[], now: Date): Promise<void> {
  const { rows } = await sql<{ caseNumber: string }>`
    select case_number as "caseNumber"
    from cases
    where customer_id = ${customerId} and id = any(${caseIds}::bigint[])`.execute(tx)
  // Messages before cases, as whoever sends locks them.
  await forgetAddresses(tx, customerId, caseIds)
  await forgetArrangements(tx, customerId, caseIds)
  await forgetDocuments(tx, customerId, caseIds)
  await forgetLetters(tx, customerId, caseIds)
  await forgetLinks(tx, customerId, caseIds)
  await forgetDeskNotes(tx, customerId, caseIds)
  await forgetWebhooks(tx, customerId, caseIds)
  await forgetTimeline(tx, customerId, caseIds)
  await forgetChecks(
    tx,
    customerId,
    rows.map(({ caseNumber }) => caseNumber),
  )
  await noteTextsGone(tx, customerId, caseIds, now)
  await forgetPeople(tx, customerId, caseIds, now)
  await forgetDebtLaw(tx, customerId, caseIds)
}
