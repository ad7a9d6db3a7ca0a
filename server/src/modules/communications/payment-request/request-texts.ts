import type { Db } from '../../../platform/db/database.ts'
import { findTextsAsking, type LiveTexts } from '../../templates/template-queries.ts'

/** The e-mails of a customer that can send a request: those with a place for its link. */
export async function listRequestTexts(db: Db, customerId: number): Promise<LiveTexts[]> {
  return (await findTextsAsking(db, customerId, 'betaallink')).filter(({ kind }) => kind === 'email')
}
