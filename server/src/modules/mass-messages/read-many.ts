import { findPartPrices } from '../providers/provider-prices.ts'
import type { TemplateOptions } from '@regie/contract/templates.ts'
import { sql } from 'kysely'
import { channelProviders } from '../../gateways/gateways.ts'
import type { Db } from '../../platform/db/database.ts'
import type { Services } from '../../services.ts'
import { openCents } from '../cases/money/open-amount.ts'
import { addressesNamed } from '../communications/mail-receivers/mail-receiver.ts'
import { findListed, listedFor } from '../communications/message-permission.ts'
import {
  subjectOf,
  type WrittenRow,
  type WrittenSubject,
  writtenColumns,
  writtenTables,
} from '../communications/payment-link/written-case.ts'
import { type CaseFacts, findContactFacts } from '../contact-facts/contact-facts.ts'
import { byStaff } from '../contact-permission/contact-permission.ts'
import { linkIsValid } from '../payment-links/valid-link.ts'
import { caseValues } from '../templates/case-values.ts'

type Row = WrittenRow & {
  caseId: number
  batchLocked: boolean
  scriptFields: unknown
  token: string | null
  variables: Record<string, string>
  validDays: number
  windowEndsAt: Date | null
}

/** All that a message about a case asks: what stands in it, whether it may go, and what carries it. */
export type ReadCase = {
  one: WrittenSubject
  facts: CaseFacts
  /** For the mask of who may not see all. */
  row: Row
  batchLocked: boolean
  /** Of the link that can still be paid. */
  token: string | null
  variables: Record<string, string>
  /** For how many days its script makes a link. */
  validDays: number
  /** Until then a WhatsApp text of our own may leave; null: the person wrote nothing lately. */
  windowEndsAt: Date | null
  /** Addresses that the templates of its e-mails name, and the blacklist has. */
  listed: ReadonlySet<string>
  /** What a part of an SMS costs, by provider; where it is not known it is left out. */
  prices: ReadonlyMap<number, number>
}

// Where the script makes none itself.
const usualDays = 14

type Asked = {
  customerId: number
  caseIds: readonly number[]
  /** The options of each e-mail that they may get. */
  mails: readonly TemplateOptions[]
  now: Date
}

/** Reads many cases of a customer in a few questions, in order of their ids. */
export async function readMany(db: Db, { gateways }: Services, { customerId, caseIds, mails, now }: Asked): Promise<ReadCase[]> {
  const { rows } = await sql<Row>`
    select c.id as "caseId", b.locked_at is not null as "batchLocked", s.fields as "scriptFields", ${writtenColumns}, (
        select l.token
        from payment_links l
        where l.customer_id = c.customer_id and l.case_id = c.id and ${linkIsValid(now)}
          and l.amount_cents = nullif(${sql.raw(openCents('c'))}, 0) and l.currency = c.currency
        order by l.id desc
        limit 1) as token, (
        select coalesce(json_object_agg(v.key, v.value), '{}')
        from script_variables v
        where v.customer_id = s.customer_id and v.script_id = s.id) as variables, coalesce((
        select (step -> 'settings' ->> 'validDays')::int
        from script_versions v
        cross join lateral jsonb_array_elements(v.steps) step
        where v.customer_id = s.customer_id and v.id = s.live_version_id and step ->> 'kind' = 'payment-link'
        limit 1), ${usualDays}) as "validDays", (
        select max(v.window_ends_at)
        from conversations v
        where v.customer_id = c.customer_id and v.case_id = c.id and v.channel = 'whatsapp') as "windowEndsAt"
    from ${writtenTables}
    where c.customer_id = ${customerId} and c.id = any(${caseIds}::bigint[]) and not b.is_demo
    order by c.id`.execute(db)
  const known = rows.map((row) => ({ row, one: subjectOf({ customerId, caseId: row.caseId }, row) }))
  const facts = await findContactFacts(
    db,
    channelProviders(gateways),
    known.map(({ one }) => one),
    now,
  )
  const prices = await findPartPrices(db, customerId, now)
  const naming = mails.filter(({ to, cc, bcc }) => `${to}${cc}${bcc}` !== '')
  const named = known.flatMap(({ one }) =>
    naming
      .flatMap((options) => addressesNamed(options, caseValues(one, undefined, options)))
      .map((address) => ({ customerId, caseId: one.caseId, address })),
  )
  const listed = await findListed(db, named, now)
  return known.flatMap(({ row, one }) => {
    const found = facts.get(row.caseId)
    if (!found) return []
    const { batchLocked, token, variables, validDays, windowEndsAt } = row
    const ofCase = { one, row, facts: byStaff(found), listed: listedFor(listed, row.caseId) }
    return [{ ...ofCase, batchLocked, token, variables, validDays, windowEndsAt, prices }]
  })
}
