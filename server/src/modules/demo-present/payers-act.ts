import type { PaymentState } from '@regie/contract/payments.ts'
import { sql } from 'kysely'
import { shareOf } from '../../gateways/simulated-provider.ts'
import type { Services } from '../../services.ts'
import { findPaymentRoute } from '../payment-links/payment-gateways.ts'
import { openBank } from '../payment-links/open-bank.ts'
import { findPageLink } from '../payment-links/payment-link-queries.ts'
import { recordClick } from '../payment-links/record-click.ts'
import { followFromMail } from './readers-act.ts'

type Link = { id: number; token: string; state: PaymentState; createdAt: Date }
/** What a payer does with a link, and after how many seconds. */
type Intent = { does: 'pays' | 'givesUp' | 'looks' | 'nothing'; looksAfter: number; paysAfter: number }

// Links that are younger are acted on by their own moments; of the older ones somebody comes now and then.
const youngMinutes = 45
const youngMax = 300
const oldSeconds = { looks: 120, pays: 420 }
const payingShare = 0.3

/** The same for a link each time: of a hundred payers thirty pay, six give up at the bank, thirty look. */
function intentOf(id: number): Intent {
  const share = shareOf(String(id), 'payer')
  const looksAfter = 25 + 130 * shareOf(String(id), 'looks')
  const does = share < payingShare ? 'pays' : share < 0.36 ? 'givesUp' : share < 0.66 ? 'looks' : 'nothing'
  return { does, looksAfter, paysAfter: looksAfter + 15 + 240 * shareOf(String(id), 'pays') }
}

/** Simulated debtors look at their payment pages and pay at the simulated bank, as the public pages let them. `turnSeconds`: how much of their time goes by. */
export async function payersAct(services: Services, speed: number, turnSeconds: number): Promise<void> {
  const now = services.clock.now()
  for (const link of await listLinks(services, { young: true, limit: youngMax })) {
    const ageSeconds = ((now.getTime() - link.createdAt.getTime()) / 1000) * speed
    const { does, looksAfter, paysAfter } = intentOf(link.id)
    if (does === 'nothing') continue
    if (link.state === 'created' && ageSeconds >= looksAfter) await visit(services, link, 'looks')
    else if (link.state === 'link_clicked' && does !== 'looks' && ageSeconds >= paysAfter) await visit(services, link, does)
  }
  for (const does of ['looks', 'pays'] as const) {
    if (Math.random() > turnSeconds / oldSeconds[does]) continue
    const [link] = await listLinks(services, { young: false, limit: 1 })
    if (link && (does === 'looks' || shareOf(String(link.id), 'payer') < payingShare)) await visit(services, link, does)
  }
}

async function listLinks({ db, clock }: Services, { young, limit }: { young: boolean; limit: number }): Promise<Link[]> {
  const since = new Date(clock.now().getTime() - youngMinutes * 60_000)
  const { rows } = await sql<Link>`
    select l.id, l.token, l.state, l.created_at as "createdAt"
    from payment_links l
    join customers k on k.id = l.customer_id and k.is_demo
    where l.state in ('created', 'link_clicked') and l.ended_at is null and l.simulated
      and l.expires_at > ${clock.now()} and (l.created_at >= ${since}) = ${young}
    order by random()
    limit ${limit}`.execute(db)
  return rows
}

/** Opens the page and, who pays or gives up, the bank. */
async function visit(services: Services, { token }: Link, does: 'pays' | 'givesUp' | 'looks'): Promise<void> {
  const { db } = services
  const link = await findPageLink(db, token)
  if (!link) return
  if (link.state === 'created') {
    await followFromMail(services, { customerId: link.customer_id, caseId: link.case_id, token })
    await recordClick(services, link)
  }
  if (does === 'looks') return
  // A test key of a real provider has nobody who decides at its bank.
  const { gateway } = await findPaymentRoute(services, link.customer_id)
  if (!gateway.decideSimulated || (await openBank(services, link)) === null) return
  const opened = await findPageLink(db, token)
  if (opened?.provider_ref) await gateway.decideSimulated(opened.provider_ref, does === 'pays' ? 'paid' : 'canceled')
}
