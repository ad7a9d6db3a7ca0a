import type { CaseDetail, CaseRow, caseApi } from '@regie/contract/cases.ts'
import type { RequestOf } from '@regie/contract/endpoint.ts'
import { channels } from '@regie/contract/channels.ts'
import type { Pool } from 'pg'
import { channelProviders } from '../../gateways/gateways.ts'
import { AppError } from '../../platform/app-error.ts'
import { idsUnseen, isoText, prepared } from '../../platform/db/prepared.ts'
import { type Caller, mustAccessCustomer } from '../../platform/http/caller.ts'
import type { Services } from '../../services.ts'
import { contactPermission } from '../contact-permission/contact-permission.ts'
import { filtersJson } from '../filters/filter-sql.ts'
import { fieldsOf } from '../fields/find-fields.ts'
import { openingJson } from '../hours/opening-json.ts'
import { caseColumns, caseTables } from './case-data.ts'
import { maskColumns, maskFields, maySeePersonalData } from '../fields/masks.ts'
import { providersJson } from '../providers/providers-json.ts'
import { bankSessionMinutes, type FactsRow, factsOf } from '../contact-facts/contact-facts.ts'
import { contactsJson, mayHaveCaps, personColumns } from '../contact-facts/person-facts.ts'
import { findStepKind } from './step-kinds.ts'

type Query = RequestOf<typeof caseApi.get>['query']
type Rest = Pick<
  CaseDetail,
  | 'scriptID'
  | 'scriptName'
  | 'liveState'
  | 'createdAt'
  | 'pausedForever'
  | 'fields'
  | 'version'
  | 'direction'
  | 'linkedCase'
  | 'isDemo'
  | 'batchLocked'
>
type Link = Omit<CaseDetail['paymentLinks'][number], 'url' | 'events'> & { token: string; bankOpenedAt: string | null }
type LinkEvent = CaseDetail['paymentLinks'][number]['events'][number] & { linkId: number }
type Paying = NonNullable<CaseDetail['paymentUnderWay']>
type Run = Omit<NonNullable<CaseDetail['run']>, 'stepKind'> & { versionId: number }
type DetailRow = CaseRow &
  Rest &
  Omit<FactsRow, 'bank_opened_at' | 'in_progress'> & { run: Run | null; paymentLinks: Link[] | null; script_fields: unknown }

// A case as its screen shows it, with all that decides whether the person may be contacted now; the same facts as in contact-facts.ts.
const caseById = prepared<DetailRow>(
  'case-by-id',
  `select ${caseColumns}, b.script_id as "scriptID", s.name as "scriptName", c.live_state as "liveState",
      ${isoText('c.created_at')} as "createdAt",
    c.status = 'paused'
      and c.paused_until is null as "pausedForever", c.fields, c.version, c.direction, b.is_demo as "isDemo",
        b.locked_at is not null as "batchLocked",
    case
      when c.linked_case_id is not null then (select json_build_object('caseID', o.id, 'caseNumber', o.case_number)
        from cases o
      where o.customer_id = c.customer_id and o.id = c.linked_case_id) end as "linkedCase",
    case
      when r.case_id is not null then json_build_object('step', r.step, 'state', r.state, 'dueAt',
        case when r.state in ('ready', 'sleeping') then ${isoText('r.due_at')} end,
      'versionId', r.script_version_id) end as run,
    c.id as case_id, c.batch_id, b.script_id, c.status as case_status, c.paused_until as case_paused_until,
      b.status as batch_status,
    b.paused_until as batch_paused_until, b.is_demo, b.number_recognition, s.active as script_active,
      ${openingJson('s', 'k')} as opening, ${filtersJson('s')} as filters,
      ${providersJson('s')} as providers, s.fields as script_fields, c.phone,
      c.mobile, c.email,
    ${personColumns('c', '$3::timestamptz')},
    case when ${mayHaveCaps('k')} then ${contactsJson('c', 'k', '$3::timestamptz')} end as contacts,
    (select json_agg(json_build_object('paymentLinkID', l.id, 'token', l.token, 'amountCents', l.amount_cents,
      'currency', l.currency, 'state', l.state,
        'expiresAt', ${isoText('l.expires_at')}, 'paidAt', ${isoText('l.paid_at')}, 'simulated', l.simulated,
          'bankOpenedAt', ${isoText('l.bank_opened_at')}))
      from (select *
        from payment_links
        where customer_id = c.customer_id and case_id = c.id
        order by id desc) l) as "paymentLinks"
  from ${caseTables}
  join scripts s on s.customer_id = b.customer_id and s.id = b.script_id
  join customers k on k.id = c.customer_id
  left join case_runs r on r.customer_id = c.customer_id and r.case_id = c.id
  where c.customer_id = ${idsUnseen('$2')} and c.id = $1`,
)

// Apart from the case, and only for one with links: opening the partitions of all months costs more than reading the case.
const eventsOfLinks = prepared<LinkEvent>(
  'payment-events',
  `select e.payment_link_id as "linkId", e.state, ${isoText('e.at')} as at from payment_events e
  where e.customer_id = $1 and e.payment_link_id = any($2::bigint[]) order by e.id`,
)

// Of the few cases for which something was paid.
const paymentsOfCase = prepared<CaseDetail['payments'][number]>(
  'payments-of-case',
  `select id as "paymentID", amount_cents as "amountCents", currency, paid_on::text as "paidOn", note, booked_by as by
  from payments
  where customer_id = $1 and case_id = $2 and withdrawn_at is null
  order by id desc`,
)

/** One case with its fields, its place in the script, its payment links, and a light per channel: may this person be contacted now, and if not, why and when. */
export async function findCaseDetail(
  services: Services,
  caller: Caller,
  caseId: number,
  { fieldDefs = false }: Query,
): Promise<CaseDetail> {
  const { pool, clock } = services
  const [row] = await caseById(pool, [caseId, caller.customerIds, clock.now()])
  if (!row) throw new AppError('case.notFound')
  mustAccessCustomer(caller, row.customerID, 'case.notFound')
  const links = row.paymentLinks ?? []
  const defs = fieldsOf(row.script_fields)
  const whole = { name: row.name, email: row.email, phone: row.phone ?? row.mobile, fields: row.fields }
  const shown = maySeePersonalData(caller) ? whole : { ...maskColumns(whole, defs), fields: maskFields(row.fields, defs) }
  return {
    ...row,
    ...shown,
    ...(fieldDefs && { fieldDefs: defs }),
    permission: permissionOf(services, { ...row, ...payingOf(links) }),
    run: row.run && (await runOf(pool, row.customerID, row.run)),
    paymentLinks: await linksOf(services, row.customerID, links),
    payments: row.paidCents > 0 ? await paymentsOfCase(pool, [row.customerID, caseId]) : [],
    paymentUnderWay: underWay(links, clock.now()),
  }
}

async function runOf(pool: Pool, customerId: number, { versionId, ...run }: Run): Promise<CaseDetail['run']> {
  return { ...run, stepKind: await findStepKind(pool, customerId, versionId, run.step) }
}

// The last page that was opened at the bank, and whether the bank calls a payment pending.
function payingOf(links: readonly Link[]): Pick<FactsRow, 'bank_opened_at' | 'in_progress'> {
  const opened = links.flatMap(({ state, bankOpenedAt }) => (state === 'bank_opened' && bankOpenedAt !== null ? [bankOpenedAt] : []))
  const last = opened.sort().at(-1)
  return { bank_opened_at: last === undefined ? null : new Date(last), in_progress: links.some(({ state }) => state === 'in_progress') }
}

/** The payment that keeps everybody from contacting the person now; the rule of contactPermission(). */
function underWay(links: readonly Link[], now: Date): Paying | null {
  const settling = links.find(({ state }) => state === 'in_progress')
  if (settling) return { amountCents: settling.amountCents, currency: settling.currency, until: null }
  const { bank_opened_at: openedAt } = payingOf(links)
  const opened = openedAt && links.find(({ state, bankOpenedAt }) => state === 'bank_opened' && bankOpenedAt === openedAt.toISOString())
  if (!openedAt || !opened) return null
  const until = new Date(openedAt.getTime() + bankSessionMinutes * 60_000)
  return until <= now ? null : { amountCents: opened.amountCents, currency: opened.currency, until: until.toISOString() }
}

async function linksOf({ pool, config }: Services, customerId: number, links: readonly Link[]): Promise<CaseDetail['paymentLinks']> {
  if (links.length === 0) return []
  const ids = links.map((link) => link.paymentLinkID)
  const events = Map.groupBy(await eventsOfLinks(pool, [customerId, ids]), (event) => event.linkId)
  return links.map(({ token, bankOpenedAt: _opened, ...link }) => ({
    ...link,
    url: `${config.publicUrl}/p/${token}`,
    events: (events.get(link.paymentLinkID) ?? []).map(({ state, at }) => ({ state, at })),
  }))
}

function permissionOf({ clock, gateways }: Services, row: FactsRow): CaseDetail['permission'] {
  const now = clock.now()
  const facts = factsOf(row, channelProviders(gateways), now)
  return Object.fromEntries(channels.map((channel) => [channel, contactPermission(facts, channel, now)])) as CaseDetail['permission']
}
