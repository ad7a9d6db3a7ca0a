import type { WrittenChannel, WrittenTexts } from '@regie/contract/manual-messages.ts'
import { sql } from 'kysely'
import { AppError } from '../../../platform/app-error.ts'
import type { Db } from '../../../platform/db/database.ts'
import { type Caller, mustAccessCustomer } from '../../../platform/http/caller.ts'
import type { Services } from '../../../services.ts'
import { textMaskFor } from '../../cases/masks/case-mask.ts'
import { openCents } from '../../cases/money/open-amount.ts'
import { contactPermission } from '../../contact-permission/contact-permission.ts'
import { paymentLinkUrl } from '../../payment-links/payment-link-url.ts'
import { linkIsValid } from '../../payment-links/valid-link.ts'
import { caseValues } from '../../templates/case-values.ts'
import { listTexts } from '../../templates/template-queries.ts'
import { findFacts } from '../payment-link/link-ways.ts'
import { subjectOf, type WrittenRow, type WrittenSubject, writtenColumns, writtenTables } from '../payment-link/written-case.ts'
import { renderKnowing } from '../render-with-variables.ts'

/** The texts of a channel as the person of a case would get them. */
export async function listWrittenTexts(services: Services, caller: Caller, caseId: number, channel: WrittenChannel): Promise<WrittenTexts> {
  const { db, config, clock } = services
  const now = clock.now()
  const { one, masked, token, variables } = await findReader(db, caller, caseId, now)
  const permission = contactPermission(await findFacts(db, services, one, now), channel, now)
  const link = token === null ? undefined : paymentLinkUrl(config.publicUrl, token)
  const offered = (await listTexts(db, one.customerId, channel)).filter(({ options }) => options.offered)
  const texts = offered.map(({ key, texts: its, options }): WrittenTexts['texts'][number] => {
    const rendered = renderKnowing(variables, one.locale, its, caseValues(one, link, options))
    if (Array.isArray(rendered)) return { key, subject: key, text: '', missing: rendered }
    return { key, subject: masked(rendered.subject), text: masked(rendered.text), missing: [] }
  })
  const to = one.addresses[channel]
  return { to: to === null ? null : masked(to), ...permission, texts: texts.toSorted((a, b) => a.missing.length - b.missing.length) }
}

type Reader = {
  one: WrittenSubject
  masked: (text: string) => string
  /** Of the link that can still be paid. */
  token: string | null
  variables: Record<string, string>
}
type Row = WrittenRow & { customerId: number; scriptFields: unknown } & Pick<Reader, 'token' | 'variables'>

/** All that texts about a case may ask for, in one question however many texts there are. */
export async function findReader(db: Db, caller: Caller, caseId: number, now: Date): Promise<Reader> {
  const { rows } = await sql<Row>`
    select c.customer_id as "customerId", s.fields as "scriptFields", ${writtenColumns}, (
        select l.token
        from payment_links l
        where l.customer_id = c.customer_id and l.case_id = c.id and ${linkIsValid(now)}
          and l.amount_cents = nullif(${sql.raw(openCents('c'))}, 0) and l.currency = c.currency
        order by l.id desc
        limit 1) as token, (
        select coalesce(json_object_agg(v.key, v.value), '{}')
        from script_variables v
        where v.customer_id = s.customer_id and v.script_id = s.id) as variables
    from ${writtenTables}
    where c.id = ${caseId} and c.customer_id = any(${caller.customerIds}::bigint[])`.execute(db)
  const [row] = rows
  if (!row) throw new AppError('case.notFound')
  const { customerId, scriptFields, token, variables, ...written } = row
  mustAccessCustomer(caller, customerId, 'case.notFound')
  return { one: subjectOf({ customerId, caseId }, written), masked: textMaskFor(caller, row, scriptFields), token, variables }
}
