import type { CaseDetail, CaseRow } from '@regie/contract/cases.ts'
import type { Channel } from '@regie/contract/time-windows.ts'
import { channelProviders } from '../../gateways/gateways.ts'
import { AppError } from '../../platform/app-error.ts'
import { isoText, prepared } from '../../platform/db/prepared.ts'
import { type Caller, mustServe } from '../../platform/http/caller.ts'
import type { Services } from '../../services.ts'
import { contactPermission } from '../contact-permission/contact-permission.ts'
import { defaultFields } from '../scripts/default-fields.ts'
import { windowsJson } from '../scripts/windows-json.ts'
import { caseColumns, caseTables, maskPhone, maySeePhones } from './case-data.ts'
import { type FactsRow, factsOf } from './contact-facts.ts'

type Rest = Pick<CaseDetail, 'scriptID' | 'scriptName' | 'liveState' | 'createdAt' | 'pausedForever' | 'fields' | 'run' | 'version'>
type Link = Omit<CaseDetail['paymentLinks'][number], 'url' | 'events'> & { token: string }
type LinkEvent = CaseDetail['paymentLinks'][number]['events'][number] & { linkId: number }
type DetailRow = CaseRow & Rest & FactsRow & { paymentLinks: Link[] }

const channelsInOrder: readonly Channel[] = ['call', 'mail', 'sms', 'whatsapp']
const phoneKeys = defaultFields.filter((field) => field.type === 'phone').map((field) => field.key)

// A case as its screen shows it, with all that decides whether the person may be contacted now; the same facts as in contact-facts.ts.
const caseById = prepared<DetailRow>(
  'case-by-id',
  `select ${caseColumns}, b.script_id as "scriptID", s.name as "scriptName", c.live_state as "liveState", ${isoText('c.created_at')} as "createdAt",
    c.status = 'paused' and c.paused_until is null as "pausedForever", c.fields, c.version,
    case when r.case_id is not null then json_build_object('step', r.step, 'state', r.state, 'dueAt', case when r.state in ('ready', 'sleeping') then ${isoText('r.due_at')} end,
      'stepKind', coalesce((select step ->> 'kind' from jsonb_array_elements(v.steps) as steps(step) where step ->> 'key' = r.step limit 1), '')) end as run,
    p.links as "paymentLinks", c.id as case_id, c.batch_id, b.script_id, c.status as case_status, c.paused_until as case_paused_until, b.status as batch_status,
    b.paused_until as batch_paused_until, s.active as script_active, s.always_open, k.compliance_profile as profile, c.phone, c.mobile, c.email, ${windowsJson('s')} as windows,
    p.bank_opened_at, coalesce(p.in_progress, false) as in_progress
  from ${caseTables}
  join scripts s on s.customer_id = b.customer_id and s.id = b.script_id
  join customers k on k.id = c.customer_id
  left join case_runs r on r.customer_id = c.customer_id and r.case_id = c.id
  left join script_versions v on v.customer_id = r.customer_id and v.id = r.script_version_id
  cross join lateral (
    select coalesce(json_agg(json_build_object('paymentLinkID', l.id, 'token', l.token, 'amountCents', l.amount_cents, 'currency', l.currency, 'state', l.state,
        'expiresAt', ${isoText('l.expires_at')}, 'paidAt', ${isoText('l.paid_at')}, 'simulated', l.simulated) order by l.id desc), '[]') as links,
      max(l.bank_opened_at) filter (where l.state = 'bank_opened') as bank_opened_at, bool_or(l.state = 'in_progress') as in_progress
    from payment_links l where l.customer_id = c.customer_id and l.case_id = c.id) p
  where c.customer_id = any($2::bigint[]) and c.id = $1`,
)

// Apart from the case, and only for one with links: opening the partitions of all months costs more than reading the case.
const eventsOfLinks = prepared<LinkEvent>(
  'payment-events',
  `select e.payment_link_id as "linkId", e.state, ${isoText('e.at')} as at from payment_events e
  where e.customer_id = $1 and e.payment_link_id = any($2::bigint[]) order by e.id`,
)

/** One case with its fields, its place in the script, its payment links, and a light per channel: may this person be contacted now, and if not, why and when. */
export async function findCaseDetail(services: Services, caller: Caller, caseId: number): Promise<CaseDetail> {
  const { pool } = services
  const [row] = await caseById(pool, [caseId, caller.customerIds])
  if (!row) throw new AppError('case.notFound')
  mustServe(caller, row.customerID, 'case.notFound')
  const seesPhones = maySeePhones(caller)
  const phone = row.phone ?? row.mobile
  return {
    ...row,
    phone: phone === null || seesPhones ? phone : maskPhone(phone),
    fields: seesPhones ? row.fields : maskFields(row.fields),
    direction: 'outbound',
    fieldDefs: [...defaultFields],
    permission: permissionOf(services, row),
    paymentLinks: await linksOf(services, row),
  }
}

async function linksOf({ pool, config }: Services, { customerID, paymentLinks }: DetailRow): Promise<CaseDetail['paymentLinks']> {
  if (paymentLinks.length === 0) return []
  const ids = paymentLinks.map((link) => link.paymentLinkID)
  const events = Map.groupBy(await eventsOfLinks(pool, [customerID, ids]), (event) => event.linkId)
  return paymentLinks.map(({ token, ...link }) => ({
    ...link,
    url: `${config.publicUrl}/p/${token}`,
    events: (events.get(link.paymentLinkID) ?? []).map(({ state, at }) => ({ state, at })),
  }))
}

function permissionOf({ clock, gateways }: Services, row: FactsRow): CaseDetail['permission'] {
  const facts = factsOf(row, channelProviders(gateways))
  const now = clock.now()
  return Object.fromEntries(channelsInOrder.map((channel) => [channel, contactPermission(facts, channel, now)])) as CaseDetail['permission']
}

function maskFields(fields: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(fields).map(([key, value]) => [key, phoneKeys.includes(key) ? maskPhone(value) : value]))
}
