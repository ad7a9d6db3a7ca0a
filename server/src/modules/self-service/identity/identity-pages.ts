import type { PageAnswer } from '../../../platform/http/page-route.ts'
import { openRateCounter } from '../../../platform/http/rate-counter.ts'
import type { Services } from '../../../services.ts'
import { front, waits } from '../answers.ts'
import { findOwn, type Own } from '../own/find-own.ts'
import { ownPage } from '../own/own-view.ts'
import { mayOwn, type Visit } from '../visit.ts'
import { forgetAnswers, mayAnswer } from './count-answer.ts'
import { askedOf, identityPass, isAnswer, isPassValid } from './identity.ts'
import { identityPage } from './identity-view.ts'

const identityCookie = 'payer-identity'
// Beside the count by case, which ends the guessing: so many at all.
const answers = openRateCounter(10)

type Handle = (services: Services, visit: Visit, own: Own) => Promise<PageAnswer>

/** A page for who has shown who they are; others are asked, and where nothing can be asked there is no such page. */
export function withIdentity(handle: Handle) {
  return async (services: Services, visit: Visit): Promise<PageAnswer> => {
    const { link, asked, now } = visit
    if (!mayOwn(visit)) return front(link)
    if (!isPassValid(services.config.secretKey, link.id, asked.request.cookies[identityCookie], now)) return askWho(services, visit)
    return handle(services, visit, await findOwn(services.db, link))
  }
}

async function askWho({ db }: Services, visit: Visit): Promise<PageAnswer> {
  const asked = askedOf((await findOwn(db, visit.link)).fields)
  return asked === null ? front(visit.link) : { html: identityPage(visit, asked, null) }
}

export const showOwn = withIdentity(async (_services, visit, own) => ({ html: ownPage(visit, own) }))

/** Looks at an answer to who somebody is. A wrong one, one after too many, and one of a case that knows neither are answered alike. */
export async function answerWho(services: Services, visit: Visit): Promise<PageAnswer> {
  const { link, asked, now } = visit
  const seconds = answers.count(link.token)
  if (seconds !== null) return waits(link, seconds)
  if (!mayOwn(visit)) return front(link)
  const ref = { customerId: link.customer_id, caseId: link.case_id }
  const mayLook = await mayAnswer(services, ref)
  const { fields } = await findOwn(services.db, link)
  const isRight = isAnswer(fields, String(asked.form['answer'] ?? '').slice(0, 40))
  if (!mayLook || !isRight)
    return { html: identityPage(visit, askedOf(fields) ?? 'birthDate', mayLook ? 'wrong' : 'closed'), status: mayLook ? 422 : 429 }
  await forgetAnswers(services, ref)
  const { value, seconds: maxAge } = identityPass(services.config.secretKey, link.id, now)
  const secure = services.config.publicUrl.startsWith('https:')
  asked.reply.setCookie(identityCookie, value, { path: `/p/${link.token}`, httpOnly: true, sameSite: 'lax', secure, maxAge })
  return { redirect: `/p/${link.token}/own` }
}
