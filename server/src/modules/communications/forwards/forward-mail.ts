import type { RequestOf } from '@regie/contract/endpoint.ts'
import type { ForwardPreview, ForwardRecipients, forwardApi } from '@regie/contract/forwards.ts'
import { settingsOf } from '@regie/contract/login.ts'
import { intlLocale, type Locale } from '@regie/contract/locale.ts'
import { type Selectable, sql } from 'kysely'
import { AppError } from '../../../platform/app-error.ts'
import type { Db, Transaction } from '../../../platform/db/database.ts'
import type { IncomingMessages } from '../../../platform/db/tables.generated.ts'
import type { Caller } from '../../../platform/http/caller.ts'
import type { Services } from '../../../services.ts'
import { userName } from '../../../platform/db/user-name.ts'
import { findTextMask } from '../../cases/masks/case-mask.ts'
import { maySeePersonalData } from '../../fields/masks.ts'
import { findRightsNow } from '../../identity/users/user-standing.ts'
import { queueForwardedMail } from '../../system-mail/queue-system-mail.ts'
import { recordTimeline } from '../../timeline/record-timeline.ts'
import { maskOfSender } from '../inbox/conversation-row.ts'
import { findForwardAddresses } from './forward-addresses.ts'
import { findIsPerson, listColleagues, listForwardRecipients } from './forward-recipients.ts'

type Wish = RequestOf<typeof forwardApi.send>['body']
type Receiver = Pick<Wish, 'userID' | 'address'>
type Mail = Selectable<IncomingMessages>
/** `sees`: what sender and reader both may see. */
type To = { userId: number; name: string; recipient: string; locale: Locale; sees: Caller }

/**
 * Forwards a received e-mail to a colleague, or to an address that the customer's administrator allows, with the files that were kept; once for its key.
 * What the sender or the colleague may not see is masked, and files go along only where both see personal data: no mask knows what stands in a file.
 * It is no contact with the person of the case: contactPermission() is not asked and no cap counts it, for nothing of it reaches them.
 */
export async function forwardMail(services: Services, caller: Caller, incomingId: number, wish: Wish): Promise<void> {
  const { db } = services
  const mail = await findMail(db, caller, incomingId)
  const by = await findSelf(db, caller)
  const to = await findReader(services, caller, { customerId: mail.customer_id, locale: by.locale }, wish)
  if ((await findIsPerson(db, mail))(to.recipient))
    throw new AppError('forward.toPerson', { field: wish.userID === undefined ? 'address' : 'userID' })
  const masked = await findMask(services, to.sees, mail)
  const seesAll = maySeePersonalData(to.sees)
  const files = seesAll ? await listFiles(db, mail) : []
  await db.transaction().execute(async (tx) => {
    const at = services.clock.now()
    if (!(await keepForward(tx, mail, wish, { byUserId: caller.userId, at }))) return
    const forwarded = {
      ...{ by: by.name, note: wish.note, from: seesAll ? writerOf(mail) : '', receivedAt: momentOf(mail.came_at, to.locale) },
      subject: masked(mail.subject),
      text: [mail.text, mail.quoted]
        .filter((part) => part !== '')
        .map(masked)
        .join('\n\n'),
      files,
    }
    await queueForwardedMail(tx, services, { userId: to.userId, recipient: to.recipient, locale: to.locale, mail: forwarded })
    if (mail.case_id === null) return
    const line = { customerId: mail.customer_id, caseId: mail.case_id, byUser: caller.username, at }
    await recordTimeline(tx, [{ ...line, event: 'emailForwarded', params: { to: to.name } }])
  })
}

/** Who a received e-mail may go to. */
export async function listRecipients({ db }: Services, caller: Caller, incomingId: number): Promise<ForwardRecipients> {
  return listForwardRecipients(db, caller, await findMail(db, caller, incomingId))
}

/** What of it would go, shown before it does; masked by the same hand. */
export async function previewForward(services: Services, caller: Caller, incomingId: number, wish: Receiver): Promise<ForwardPreview> {
  const { db } = services
  const mail = await findMail(db, caller, incomingId)
  const isToNobody = wish.userID === undefined && wish.address === undefined
  const { locale } = await findSelf(db, caller)
  const sees = isToNobody ? caller : (await findReader(services, caller, { customerId: mail.customer_id, locale }, wish)).sees
  const masked = await findMask(services, sees, mail)
  const seesAll = maySeePersonalData(sees)
  const files = await db
    .selectFrom('incoming_attachments')
    .select(['no', 'file_name', 'bytes', sql<boolean>`content is not null`.as('is_kept')])
    .where('customer_id', '=', mail.customer_id)
    .where('incoming_id', '=', mail.id)
    .orderBy('no')
    .execute()
  return {
    ...{ from: seesAll ? writerOf(mail) : '', at: mail.came_at.toISOString() },
    ...{ subject: masked(mail.subject), text: masked(mail.text), quoted: masked(mail.quoted) },
    maskedBy: seesAll ? null : maySeePersonalData(caller) ? 'receiver' : 'caller',
    files: files.map(({ no, file_name, bytes, is_kept }) => ({
      ...{ no, fileName: masked(file_name), bytes },
      why: seesAll ? (is_kept ? null : 'notKept') : 'masked',
    })),
  }
}

const writerOf = ({ sender_name, sender }: Mail) => (sender_name === '' ? sender : `${sender_name} <${sender}>`)

/** An e-mail that came in; another customer's is answered as not found. */
async function findMail(db: Db, caller: Caller, incomingId: number): Promise<Mail> {
  const mail = await db
    .selectFrom('incoming_messages')
    .selectAll()
    .where('customer_id', 'in', [0, ...caller.customerIds])
    .where('id', '=', incomingId)
    .where('channel', '=', 'email')
    .executeTakeFirst()
  if (!mail) throw new AppError('conversation.notFound')
  if (mail.kind === 'unreadable') throw new AppError('forward.unreadable')
  return mail
}

/** The colleague or the listed address that it goes to. */
async function findReader(
  { db, clock }: Services,
  caller: Caller,
  { customerId, locale }: { customerId: number; locale: Locale },
  { userID, address }: Receiver,
): Promise<To> {
  if (address !== undefined) {
    const { addresses } = await findForwardAddresses(db, caller, customerId)
    if (!addresses.includes(address)) throw new AppError('forward.notAllowed', { field: 'address' })
    return { userId: caller.userId, name: address, recipient: address, locale, sees: caller }
  }
  const colleague = (await listColleagues(db, customerId)).find((one) => one.userID === userID)
  if (!colleague) throw new AppError('forward.notAllowed', { field: 'userID' })
  const theirs = await findRightsNow(db, colleague.userID, clock.now())
  const sees = { ...caller, rights: caller.rights.filter((right) => theirs.includes(right)) }
  return { userId: colleague.userID, name: colleague.name, recipient: colleague.email, locale: colleague.locale, sees }
}

async function findSelf(db: Db, { userId }: Caller): Promise<{ name: string; locale: Locale }> {
  const row = await db
    .selectFrom('staff')
    .select(['settings', userName('staff').as('name')])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  return { name: row.name, locale: settingsOf(row.settings).locale }
}

async function findMask({ pool }: Services, sees: Caller, mail: Mail): Promise<(text: string) => string> {
  if (maySeePersonalData(sees)) return (text) => text
  const ofSender = maskOfSender({ address: mail.sender, name: mail.sender_name })
  const ofCase = mail.case_id === null ? (text: string) => text : await findTextMask(pool, sees, mail.case_id)
  return (text) => ofCase(ofSender(text))
}

async function listFiles(db: Db, { customer_id, id }: Mail) {
  const rows = await db
    .selectFrom('incoming_attachments')
    .select(['file_name', 'media_type', 'content'])
    .where('customer_id', '=', customer_id)
    .where('incoming_id', '=', id)
    .where('content', 'is not', null)
    .orderBy('no')
    .execute()
  return rows.map((row) => ({
    fileName: row.file_name,
    mediaType: row.media_type,
    base64: (row.content ?? Buffer.alloc(0)).toString('base64'),
  }))
}

/** False: this request came before. A key that stood for another mail or another reader is refused, or nobody would learn that nothing left. */
async function keepForward(
  tx: Transaction,
  { customer_id, id }: Mail,
  { key, userID, address }: Wish,
  { byUserId, at }: { byUserId: number; at: Date },
) {
  const kept = await tx
    .insertInto('mail_forwards')
    .values({ customer_id, key, incoming_id: id, user_id: userID ?? null, address: address ?? null, by_user_id: byUserId, at })
    .onConflict((conflict) => conflict.doNothing())
    .returning('key')
    .executeTakeFirst()
  if (kept !== undefined) return true
  const before = await tx
    .selectFrom('mail_forwards')
    .select(['incoming_id', 'user_id', 'address'])
    .where('customer_id', '=', customer_id)
    .where('key', '=', key)
    .executeTakeFirst()
  const isSame = before?.incoming_id === id && before.user_id === (userID ?? null) && before.address === (address ?? null)
  if (!isSame) throw new AppError('request.keyReused')
  return false
}

const momentOf = (at: Date, locale: Locale) =>
  at.toLocaleString(intlLocale[locale], { dateStyle: 'long', timeStyle: 'short', timeZone: 'Europe/Amsterdam' })
