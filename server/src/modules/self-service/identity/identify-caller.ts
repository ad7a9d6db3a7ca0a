import type { Services } from '../../../services.ts'
import { forgetAnswers, mayAnswer } from './count-answer.ts'
import { isKeyedAnswer } from './keyed-answer.ts'

/**
 * Are these digits those of the person that a call is for? Counted before they are looked at, together with the answers on the payment page: who guesses
 * has so many in all. The digits themselves are written nowhere.
 */
export async function identifyCaller(
  services: Pick<Services, 'db' | 'clock'>,
  { customerId, id, digits }: { customerId: number; id: number; digits: string },
): Promise<'right' | 'wrong' | 'closed'> {
  const found = await services.db
    .selectFrom('communications as m')
    .innerJoin('cases as c', (join) => join.onRef('c.customer_id', '=', 'm.customer_id').onRef('c.id', '=', 'm.case_id'))
    .select(['c.id as caseId', 'c.fields'])
    .where('m.customer_id', '=', customerId)
    .where('m.id', '=', id)
    .where('m.channel', '=', 'call')
    .executeTakeFirst()
  if (!found) return 'closed'
  const ref = { customerId, caseId: found.caseId }
  if (!(await mayAnswer(services, ref))) return 'closed'
  if (!isKeyedAnswer(found.fields as Record<string, string>, digits)) return 'wrong'
  await forgetAnswers(services, ref)
  return 'right'
}
