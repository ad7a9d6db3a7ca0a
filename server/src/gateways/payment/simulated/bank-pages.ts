import { readFileSync } from 'node:fs'
import path from 'node:path'
import { Locale } from '@regie/contract/locale.ts'
import * as z from 'zod'
import type { Clock } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/db/database.ts'
import { type PageRequest, type PageRoute, page } from '../../../platform/http/page-route.ts'
import { bankPage, bankStylePath, decisions, tooManyBankPage, unknownPaymentPage } from './bank-page-view.ts'
import { decide, findSimulatedPayment, settleMs } from './simulated-books.ts'

const css = readFileSync(path.join(import.meta.dirname, 'bank-page.css'), 'utf8')
const Decision = z.enum(decisions).catch('open')
type Decision = z.infer<typeof Decision>

export type Bank = {
  db: Db
  clock: Clock
  sendNews(providerRef: string, afterMs: number): Promise<void>
}

/** The pages of the simulated bank: the payer decides, the bank sends its news, and the payer goes back. */
export function bankPages({ db, clock, sendNews }: Bank): PageRoute<unknown>[] {
  const find = (providerRef = '') => findSimulatedPayment(db, providerRef, clock.now())
  const languageOf = ({ query }: Pick<PageRequest, 'query'>) => z.safeParse(Locale, query.lang).data ?? 'nl'
  const limits = { perMinute: 300, tooMany: (request: PageRequest) => tooManyBankPage(languageOf(request)) }
  return [
    page('GET', bankStylePath, 'public', () => ({ css })),
    page(
      'GET',
      '/simulated/bank/:ref',
      'public',
      async (_services, { params, query }) => {
        const payment = await find(params.ref)
        const language = languageOf({ query })
        return payment
          ? { html: bankPage(payment, language), formOrigin: new URL(payment.return_url).origin }
          : { html: unknownPaymentPage(language), status: 404 }
      },
      limits,
    ),
    page(
      'POST',
      '/simulated/bank/:ref',
      'public',
      async (_services, { params, form }) => {
        const payment = await find(params.ref)
        if (!payment) return { html: unknownPaymentPage('nl'), status: 404 }
        const decision = Decision.parse(form.decision)
        if (decision !== 'open') await decideAndSay({ db, clock, sendNews }, payment.provider_ref, decision)
        return { redirect: payment.return_url }
      },
      limits,
    ),
  ]
}

/** Writes the payer's decision into the bank's books and sends the news of it. */
export async function decideAndSay({ db, clock, sendNews }: Bank, providerRef: string, decision: Exclude<Decision, 'open'>): Promise<void> {
  const isTaken = await decide(db, providerRef, decision, clock.now())
  // As real providers do: news of what is final, none of what is pending.
  if (isTaken && decision !== 'pending') await sendNews(providerRef, decision === 'paid' ? settleMs : 0)
}
