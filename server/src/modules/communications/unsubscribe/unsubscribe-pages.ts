import { type Locale, localeOfHeader } from '@regie/contract/locale.ts'
import { sql } from 'kysely'
import { addressGroup } from '../../../platform/http/address-group.ts'
import { tooManyAnswer } from '../../../platform/http/mount-pages.ts'
import { type PageAnswer, type PageRequest, type PageRoute, page } from '../../../platform/http/page-route.ts'
import { openRateCounter } from '../../../platform/http/rate-counter.ts'
import type { Services } from '../../../services.ts'
import { unsubscribe } from './unsubscribe.ts'
import { unsubscribePage, type UnsubscribeView } from './unsubscribe-page-view.ts'
import { mailOfToken } from './unsubscribe-token.ts'

// Mail programs of a provider leave for all their readers from a few addresses.
const often = { perMinute: 600, tooMany: tooManyOf }
// A reader who lost half of the address tries a few times.
const unknownTokens = openRateCounter(30)

/** What the reader of a mail opens to get no more: a page that asks, and the act, which a mail program may do without a page. */
export const unsubscribePages: PageRoute<Services>[] = [
  page('GET', '/u/:token', 'public', withMail(ask), often),
  page('POST', '/u/:token', 'public', withMail(leave), often),
]

type Mail = {
  customerId: number
  caseId: number
  recipient: string
  customerName: string
  locale: Locale
  isListed: boolean
  token: string
}

function withMail(answer: (services: Services, mail: Mail) => Promise<PageAnswer>) {
  return async (services: Services, asked: PageRequest): Promise<PageAnswer> => {
    const mail = await findMail(services, asked.params['token'] ?? '')
    if (mail) return answer(services, mail)
    const locale = localeOfHeader(asked.request.headers['accept-language'])
    const seconds = unknownTokens.count(addressGroup(asked.request.ip))
    const show = (view: UnsubscribeView) => unsubscribePage(locale, view)
    return seconds === null ? { html: show('unknown'), status: 404 } : tooManyAnswer(show('tooMany'), seconds)
  }
}

// Opening a page changes nothing: filters of mail open every link.
async function ask(_services: Services, { locale, isListed, customerName, token }: Mail): Promise<PageAnswer> {
  return { html: unsubscribePage(locale, isListed ? 'done' : 'ask', { customerName, token }) }
}

async function leave(services: Services, mail: Mail): Promise<PageAnswer> {
  await unsubscribe(services, mail)
  const { locale, customerName, token } = mail
  return { html: unsubscribePage(locale, 'done', { customerName, token }) }
}

function tooManyOf({ request }: PageRequest): string {
  return unsubscribePage(localeOfHeader(request.headers['accept-language']), 'tooMany')
}

async function findMail({ db, clock, config }: Services, token: string): Promise<Mail | undefined> {
  const id = mailOfToken(config.secretKey, token)
  if (id === null) return undefined
  const row = await db
    .selectFrom('communications as m')
    .innerJoin('cases as c', (join) => join.onRef('c.customer_id', '=', 'm.customer_id').onRef('c.id', '=', 'm.case_id'))
    .innerJoin('customers as k', 'k.id', 'm.customer_id')
    .select(['m.customer_id as customerId', 'c.id as caseId', 'm.recipient', 'k.name as customerName', 'c.locale'])
    .select(
      sql<boolean>`exists (
        select from blacklist l
        where l.customer_id = m.customer_id and l.kind = 'email' and l.value = lower(m.recipient)
          and l.reason = 'unsubscribed' and l.removed_at is null
          and (l.expires_at is null or l.expires_at > ${clock.now()}))`.as('isListed'),
    )
    .where('m.id', '=', id)
    .where('m.channel', '=', 'email')
    .executeTakeFirst()
  return row && { ...row, locale: row.locale as Locale, token }
}
