import type { Communication, ContactDecision, HeardText } from '@regie/contract/cases.ts'
import { sql } from 'kysely'
import type { SpokenMenu } from '../../gateways/voice/voice-gateway.ts'
import { AppError } from '../../platform/app-error.ts'
import type { Caller } from '../../platform/http/caller.ts'
import type { Services } from '../../services.ts'
import { approvedButtonsOf, shownText } from '../templates/sent-buttons.ts'
import { type MailExtras, mayLeave } from '../templates/mail-extras.ts'
import { findTextMask } from '../cases/masks/case-mask.ts'
import { listAttachments } from './mail-attachments/sent-attachments.ts'
import { shownState } from './delivery-status.ts'
import { findFailure } from './failures/unknown-codes.ts'
import { textsOfCall } from './voice/texts-of-call.ts'

/** A message of a case as it was (or will be) sent; another customer's is answered as not found. */
export async function findCommunication(
  { db, pool }: Pick<Services, 'db' | 'pool'>,
  caller: Caller,
  caseId: number,
  communicationId: number,
): Promise<Communication> {
  const row = await db
    .selectFrom('communications as c')
    .innerJoin('communication_contents as t', (join) =>
      join.onRef('t.customer_id', '=', 'c.customer_id').onRef('t.communication_id', '=', 'c.id').onRef('t.queued_at', '=', 'c.queued_at'),
    )
    .selectAll('c')
    .leftJoin('providers as p', (join) => join.onRef('p.customer_id', '=', 'c.customer_id').onRef('p.id', '=', 'c.provider_id'))
    .leftJoin('sent_mails as s', (join) => join.onRef('s.customer_id', '=', 'c.customer_id').onRef('s.communication_id', '=', 'c.id'))
    .select(['t.mail', 's.sha256', sql<unknown>`${sql.raw(approvedButtonsOf('t'))}`.as('approvedButtons')])
    .select([
      't.sender',
      't.subject',
      't.text',
      't.html',
      't.voice',
      't.language',
      't.voicemail_text',
      't.spoken',
      't.menu',
      'p.name as provider_name',
    ])
    .select(
      sql<string | null>`(select o.name
        from sms_reroutes r
        join providers o on o.customer_id = r.customer_id and o.id = r.provider_id
        where r.customer_id = c.customer_id
          and r.communication_id = c.id
          and r.taken_by = c.provider_id
        order by r.at desc
        limit 1)`.as('instead_of'),
    )
    .where('c.customer_id', 'in', [0, ...caller.customerIds])
    .where('c.id', '=', communicationId)
    .where('c.case_id', '=', caseId)
    .executeTakeFirst()
  if (!row) throw new AppError('case.notFound')
  const masked = await findTextMask(pool, caller, caseId)
  return {
    customerID: row.customer_id,
    communicationID: row.id,
    channel: row.channel as Communication['channel'],
    state: shownState(row.state, row.delivery),
    to: masked(row.recipient),
    from: row.sender,
    subject: masked(row.subject),
    ...shownText(row, masked),
    html: row.html === null ? null : masked(row.html),
    simulated: row.simulated,
    provider: row.provider,
    providerName: row.provider_name,
    insteadOf: row.instead_of,
    voice: row.voice,
    language: row.language,
    ...(row.channel === 'call' ? heardIn(row, masked) : { heard: [], menu: null }),
    queuedAt: row.queued_at.toISOString(),
    sentAt: row.sent_at?.toISOString() ?? null,
    deliveredAt: row.delivered_at?.toISOString() ?? null,
    reason: row.reason === null ? null : masked(row.reason),
    mail: row.mail === null || row.channel !== 'email' ? null : shownMail(row.mail as MailExtras, row.sha256, masked),
    attachments: (await listAttachments(db, { customerId: row.customer_id, id: row.id, queuedAt: row.queued_at })).map((one) => ({
      ...one,
      fileName: masked(one.fileName),
    })),
    failure: await findFailure(db, row),
    decisions: (row.permission ?? []) as ContactDecision[],
  }
}

type CallRow = { text: string; voicemail_text: string | null; menu: unknown; spoken: unknown; chosen: string | null }

function heardIn(row: CallRow, masked: (text: string) => string): Pick<Communication, 'heard' | 'menu'> {
  const menu = row.menu as SpokenMenu | null
  const played = (row.spoken ?? {}) as Record<string, HeardText['played']>
  const texts = textsOfCall({ text: row.text, voicemailText: row.voicemail_text, menu })
  return {
    heard: texts.map(({ part, kind, after, text }) => ({ part: kind, after, text: masked(text), played: played[part] ?? null })),
    menu: menu && { keys: menu.keys.map(({ key, name }) => ({ key, name })), chosen: row.chosen },
  }
}

function shownMail(mail: MailExtras, sha256: Buffer | null, masked: (text: string) => string) {
  const { replyTo = '', cc = [], bcc = [], receiverReason = null } = mail
  const copies = { cc: cc.map(masked), bcc: bcc.map(masked) }
  return { leaves: mayLeave(mail), replyTo: masked(replyTo), ...copies, receiverReason, sha256: sha256?.toString('hex') ?? null }
}
