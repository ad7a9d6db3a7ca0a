import { intlLocale, Locale } from '@regie/contract/locale.ts'
import { smsSegments } from '@regie/contract/sms-segments.ts'
import { sql } from 'kysely'
import type { Transaction } from '../../../platform/db/database.ts'
import { recordUnknownCode } from '../../communications/failures/unknown-codes.ts'
import { paymentLinkUrl } from '../../cases/money/payment-link-url.ts'
import { renderTemplate } from '../../templates/render-template.ts'
import type { LiveTemplate } from '../../templates/template-queries.ts'
import type { PastHistory, PastLink, PastMessage } from '../history.ts'
import type { BatchRef, PastCase } from './insert-batch.ts'

export type Sending = {
  templates: ReadonlyMap<string, LiveTemplate>
  senders: Record<PastMessage['channel'], string>
  tokens: ReadonlyMap<PastLink, string>
  publicUrl: string
  scriptVersionId: number
}

// The past is the simulation's, whatever carries messages today.
const simulatedProvider = {
  email: 'simulated-email',
  sms: 'simulated-sms',
  whatsapp: 'simulated-whatsapp',
  call: 'simulated-voice',
} as const

// So long a phone of the past rings before somebody picks up.
const ringMs = 12_000

/** Messages and calls with their texts and their outcomes; answers their ids. */
export async function insertMessages(
  tx: Transaction,
  { customerId, batchId }: BatchRef,
  cases: readonly PastCase[],
  sending: Sending,
): Promise<Map<PastMessage, number>> {
  const messages = cases.flatMap(({ caseId, history }) => history.messages.map((message) => ({ caseId, history, message })))
  const keyOf = ({ caseId, message: { step, stepNo } }: (typeof messages)[number]) =>
    `${caseId}:${sending.scriptVersionId}:${step}:${stepNo}`
  const queued = messages.map((one) => {
    const { channel, queuedAt } = one.message
    return { caseId: one.caseId, key: keyOf(one), channel, queuedAt, recipient: recipientOf(one), provider: simulatedProvider[channel] }
  })
  const { rows: made } = await sql<{ id: number; key: string }>`
    insert into communications (customer_id, case_id, batch_id, channel, idempotency_key, recipient, provider,
      provider_id, simulated, queued_at, permission)
    select ${customerId}, "caseId", ${batchId}, channel, key, recipient, provider,
      -- Whoever carries them today asked its price in the past too.
      (select p.id
        from providers p
        where p.customer_id = ${customerId} and p.channel = m.channel and p.is_default and p.kind = 'simulated'),
      true, "queuedAt",
      jsonb_build_array(jsonb_build_object('at', "queuedAt", 'when', 'queued', 'ok', true, 'reason', null,
        'nextAt', null))
    from jsonb_to_recordset(${JSON.stringify(queued)}::jsonb) as m("caseId" bigint, channel text, key text,
      recipient text, provider text, "queuedAt" timestamptz)
    order by "queuedAt"
    returning id, idempotency_key as key`.execute(tx)
  const idOfKey = new Map(made.map(({ key, id }) => [key, id]))
  const idOf = new Map(messages.map((one) => [one.message, idOfKey.get(keyOf(one)) ?? 0]))
  const contents = messages.map(({ history, message }) => ({
    ...{ id: idOf.get(message), queuedAt: message.queuedAt, sender: sending.senders[message.channel] },
    ...contentOf(history, message, sending),
    language: message.channel === 'call' ? history.debtor.locale : '',
    revisionId: sending.templates.get(message.template)?.revisionId ?? null,
    mail: isMeasured(message, sending) ? { track: true } : null,
  }))
  await sql`
    insert into communication_contents (customer_id, communication_id, queued_at, sender, subject, text, html, language,
      template_revision_id, mail)
    select ${customerId}, id, "queuedAt", sender, subject, text, html, language, "revisionId", nullif(mail, 'null')
    from jsonb_to_recordset(${JSON.stringify(contents)}::jsonb) as m(id bigint, "queuedAt" timestamptz, sender text,
      subject text, text text, html text, language text, "revisionId" bigint, mail jsonb)`.execute(tx)
  const outcomes = messages.map((one, at) => {
    const { channel, state, delivery, deliveredAt, reason, sentAt } = one.message
    const parts = channel === 'sms' ? smsSegments(contents[at]?.text ?? '').segments : null
    const isPickedUp = channel === 'call' && deliveredAt !== null && (delivery === 'answered' || delivery === 'voicemail')
    const pickedUpAt = isPickedUp ? new Date(Math.min(sentAt.getTime() + ringMs, deliveredAt.getTime())) : null
    const providerRef = state === 'sent' ? `${simulatedProvider[channel]}-past-${keyOf(one)}` : null
    return { id: idOf.get(one.message), state, delivery, deliveredAt, reason, sentAt, providerRef, parts, pickedUpAt }
  })
  // Counters move when a message is known to have left: as a change, as the engine makes it.
  await sql`
    update communications c
    set state = m.state, delivery = m.delivery, delivered_at = m."deliveredAt", reason = m.reason, attempts = 1,
      started_at = m."sentAt", parts = m.parts, picked_up_at = m."pickedUpAt",
      sent_at = case when m.state = 'sent' then m."sentAt" end, provider_ref = m."providerRef"
    from jsonb_to_recordset(${JSON.stringify(outcomes)}::jsonb) as m(id bigint, state text, delivery text, reason text,
      "providerRef" text, "sentAt" timestamptz, "deliveredAt" timestamptz, parts smallint, "pickedUpAt" timestamptz)
    where c.customer_id = ${customerId} and c.id = m.id`.execute(tx)
  for (const { caseId, message } of messages) {
    const { channel, delivery, reason, deliveredAt } = message
    if (delivery !== 'failed' || reason === null || deliveredAt === null) continue
    const failed = { customer_id: customerId, id: idOf.get(message) ?? 0, case_id: caseId, channel, provider: simulatedProvider[channel] }
    await recordUnknownCode(tx, failed, reason, deliveredAt)
  }
  return idOf
}

/** Does this message note whether it is read? */
export const isMeasured = ({ channel, template }: PastMessage, { templates }: Pick<Sending, 'templates'>) =>
  channel === 'email' && templates.get(template)?.options.tracking === true

const recipientOf = ({ history: { debtor }, message: { channel } }: { history: PastHistory; message: PastMessage }) =>
  (channel === 'email' ? debtor.email : debtor.mobile) ?? ''

function contentOf({ debtor }: PastHistory, message: PastMessage, { templates, tokens, publicUrl }: Sending) {
  const locale = Locale.parse(debtor.locale)
  const amount = new Intl.NumberFormat(intlLocale[locale], { style: 'currency', currency: 'EUR' }).format(message.openCents / 100)
  const token = message.link && tokens.get(message.link)
  const values = {
    ...debtor.fields,
    naam: debtor.name,
    bedrag: amount,
    ...(token && { betaallink: paymentLinkUrl(publicUrl, token) }),
  }
  return renderTemplate(templates.get(message.template)?.texts ?? {}, values, locale)
}
