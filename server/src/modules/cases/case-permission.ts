import type { CasePermission, ChannelPermission } from '@regie/contract/cases.ts'
import { type Channel, channels } from '@regie/contract/channels.ts'
import type { LinkChannel } from '@regie/contract/payment-actions.ts'
import { channelProviders } from '../../gateways/gateways.ts'
import { AppError } from '../../platform/app-error.ts'
import type { Db } from '../../platform/db/database.ts'
import { idsUnseen, prepared } from '../../platform/db/prepared.ts'
import { type Caller, mustAccessCustomer } from '../../platform/http/caller.ts'
import type { Services } from '../../services.ts'
import { type FactsRow, factsOf } from '../contact-facts/contact-facts.ts'
import { contactsJson, mayHaveCaps, personColumns } from '../contact-facts/person-facts.ts'
import { isNothingOpen, linkPermission, staffPermission } from '../contact-permission/contact-permission.ts'
import { filtersJson } from '../filters/filter-sql.ts'
import { openingJson } from '../hours/opening-json.ts'
import { providersJson } from '../providers/providers-json.ts'
import { findTextsAsking, type LiveTexts, listTexts } from '../templates/template-queries.ts'
import { caseTables } from './case-data.ts'
import { openCents } from './money/open-amount.ts'

// All that decides whether the person may be contacted now, in one statement; the same facts as in contact-facts.ts.
const factsOfCase = prepared<FactsRow & { customer_id: number; open_cents: number | null }>(
  'facts-of-case',
  `select c.customer_id, c.id as case_id, c.batch_id, b.script_id, c.status as case_status,
    c.paused_until as case_paused_until, c.paused_for as case_paused_for,
    b.status as batch_status, b.paused_until as batch_paused_until, b.is_demo,
    b.number_recognition, s.active as script_active, ${openingJson('s', 'k')} as opening,
    ${filtersJson('s')} as filters, ${providersJson('s')} as providers, c.fields, c.phone, c.mobile, c.email,
    ${openCents('c')} as open_cents,
    ${personColumns('c', '$3::timestamptz')},
    case when ${mayHaveCaps('k')} then ${contactsJson('c', 'k', '$3::timestamptz')} end as contacts,
    p.bank_opened_at, coalesce(p.in_progress, false) as in_progress
  from ${caseTables}
  join scripts s on s.customer_id = b.customer_id and s.id = b.script_id
  join customers k on k.id = c.customer_id
  left join lateral (
    select max(bank_opened_at) filter (where state = 'bank_opened') as bank_opened_at,
      bool_or(state = 'in_progress') as in_progress
    from payment_links
    where customer_id = c.customer_id and case_id = c.id and state in ('bank_opened', 'in_progress')) p on true
  where c.customer_id = ${idsUnseen('$2')} and c.id = $1`,
)

/** A light per channel, and one for a payment link: may the person of this case be contacted now, and if not, why, and when again. */
export async function findCasePermission({ db, pool, clock, gateways }: Services, caller: Caller, caseId: number): Promise<CasePermission> {
  const now = clock.now()
  const [row] = await factsOfCase(pool, [caseId, caller.customerIds, now])
  if (!row) throw new AppError('case.notFound')
  mustAccessCustomer(caller, row.customer_id, 'case.notFound')
  const facts = factsOf(row, channelProviders(gateways), now)
  const lights = Object.fromEntries(channels.map((channel) => [channel, staffPermission(facts, channel, now)])) as Record<
    Channel,
    ChannelPermission
  >
  const { email } = lights
  const linkTexts = isNothingOpen(row.open_cents) ? [] : await findTextsAsking(db, row.customer_id, 'betaallink')
  const hasText = (channel: LinkChannel) => linkTexts.some(({ kind }) => kind === channel)
  const link = linkPermission(facts, { outstandingCents: row.open_cents, hasText }, now)
  return {
    ...lights,
    email: isOfAddress(email) ? { ...email, byText: await hasTextForOthers(db, row.customer_id) } : email,
    link: isOfAddress(link) || isOfCarrier(link) ? { ...link, byText: linkTexts.some(isLinkForOthers) } : link,
  }
}

const isOfAddress = ({ reason }: ChannelPermission) => reason === 'noEmail' || reason === 'blacklisted'
const isOfCarrier = ({ reason }: ChannelPermission) => reason === 'noProvider' || reason === 'providerOff' || reason === 'onlySimulated'

/** Has the customer a text to write by hand that names who gets it? Whether it may go is asked of that address, once the text is chosen. */
async function hasTextForOthers(db: Db, customerId: number): Promise<boolean> {
  const texts = await listTexts(db, customerId, 'email')
  return texts.some((text) => text.options.offered && isForOthers(text))
}

/** Does a text with a payment link name who gets it, or a provider of its own to carry it? */
const isLinkForOthers = (text: LiveTexts) =>
  (text.kind === 'email' && isForOthers(text)) || (text.kind === 'sms' && text.options.smsProvider !== null)

const isForOthers = ({ options }: LiveTexts) => options.to !== '' || options.alwaysCc
