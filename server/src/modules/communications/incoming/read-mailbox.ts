import { type Mailbox, MailNotGiven } from '../../../gateways/email/mailbox.ts'
import { type MailReader, MailUnreadable } from '../../../gateways/email/received-mail.ts'
import { GatewayUnavailable } from '../../../gateways/gateway-errors.ts'
import type { RegisteredProvider } from '../../../gateways/registered-provider.ts'
import { isDatabaseAway, isDatabaseFull } from '../../../platform/db/database-trouble.ts'
import type { Services } from '../../../services.ts'
import { forgiveTry, leaveMailbox, noteNotGiven, noteTry, type Position, takeMailbox } from './mailbox-position.ts'
import { type Incoming, saveMail, saveUnreadable } from './save-mail.ts'

const mailsMax = 200
const bytesMax = 25_000_000
// A mail on which two processes ended is not given to a third.
const triesMax = 2
// One that its server does not give is asked for so often; the others wait for it.
const askedMax = 5
// So long a reading begins with the next mail, and so long it lasts; another process may take the mailbox after two minutes.
const usual = { beginMs: 60_000, endMs: 110_000 }
// What came before a mailbox was registered is not ours to read; answers of the last days may be.
const firstDaysMs = 2 * 24 * 3_600_000

export type ReadingTimes = typeof usual

type Begun = { provider: RegisteredProvider; reader: MailReader }

/** Reads what came into one mailbox since the last time; each mail is saved before it is marked as read. */
export async function readMailbox(services: Services, begun: Begun, stop: AbortSignal, { beginMs, endMs } = usual): Promise<void> {
  const deadline = AbortSignal.timeout(endMs)
  await whileTaken(services, begun.provider, async (position) => {
    const mailbox = await services.gateways.openMailbox(begun.provider, AbortSignal.any([stop, deadline]))
    const noMore = AbortSignal.any([stop, deadline, AbortSignal.timeout(beginMs)])
    return readNew(services, { ...begun, mailbox, deadline }, position, noMore).finally(() => mailbox.close())
  })
}

/** The same for a mailbox that is open and stays so; where its server gives no answer, `onSilent` is called, which closes it. False: there is more, or another process reads it now. */
export async function readOpenMailbox(
  services: Services,
  begun: Begun & { mailbox: Mailbox; onSilent(): void },
  stop: AbortSignal,
  { beginMs, endMs } = usual,
): Promise<boolean> {
  const deadline = new AbortController()
  const timer = setTimeout(() => (deadline.abort(), begun.onSilent()), endMs)
  const noMore = AbortSignal.any([stop, deadline.signal, AbortSignal.timeout(beginMs)])
  try {
    return await whileTaken(services, begun.provider, (position) =>
      readNew(services, { ...begun, deadline: deadline.signal }, position, noMore),
    )
  } finally {
    clearTimeout(timer)
  }
}

/** `read` answers since when nothing is left to read; null: there is more. */
async function whileTaken(
  { db, clock }: Services,
  provider: RegisteredProvider,
  read: (position: Position) => Promise<Date | null>,
): Promise<boolean> {
  const key = { customerId: provider.customerId, providerId: provider.id }
  const position = await takeMailbox(db, key, clock.now())
  if (!position) return false
  let readAt: Date | null = null
  try {
    readAt = await read(position)
    return readAt !== null
  } finally {
    await leaveMailbox(db, key, readAt)
  }
}

async function readNew(services: Services, reading: Reading, position: Position, noMore: AbortSignal): Promise<Date | null> {
  const began = services.clock.now()
  const mails = await reading.mailbox.list(newSince(position, reading.mailbox, began), mailsMax)
  for (const mail of mails) {
    if (noMore.aborted) return null
    await readOne(services, reading, mail)
  }
  return mails.length < mailsMax ? began : null
}

// A mailbox whose numbers began anew is read by date: what was saved before is known by its name.
function newSince({ uidValidity, lastUid, readAt }: Position, mailbox: Mailbox, now: Date) {
  if (uidValidity === mailbox.uidValidity) return { uid: lastUid }
  return { since: new Date((readAt ?? now).getTime() - firstDaysMs) }
}

type Reading = { provider: RegisteredProvider; mailbox: Mailbox; reader: MailReader; deadline: AbortSignal }

async function readOne(services: Services, reading: Reading, { uid, bytes, cameAt }: { uid: number; bytes: number; cameAt: Date }) {
  const { provider, mailbox } = reading
  const incoming: Incoming = {
    ...{ customerId: provider.customerId, providerId: provider.id },
    ...{ uidValidity: mailbox.uidValidity, uid, bytes, cameAt },
  }
  const triesBefore = await noteTry(services.db, incoming, uid, services.clock.now())
  const isPlaced = await takeApart(services, reading, incoming, triesBefore)
  // Nobody sees here what belongs to no message of ours: it stays unread where somebody may find it.
  if (!isPlaced) return
  // Saved is saved: a mailbox that does not let itself be marked costs nothing but the mark.
  await mailbox
    .markRead(uid)
    .catch((error: unknown) => services.log.warn({ err: error, providerId: provider.id }, 'a mail is not marked as read'))
}

// True: it stands with a message of ours.
async function takeApart(
  services: Services,
  { mailbox, reader, deadline }: Reading,
  incoming: Incoming,
  triesBefore: number,
): Promise<boolean> {
  const { uid, providerId } = incoming
  const setAside = async (reason: string) => {
    await saveUnreadable(services, incoming, reason)
    return false
  }
  if (incoming.bytes > bytesMax) return setAside('tooLarge')
  if (triesBefore >= triesMax) return setAside('endedProcess')
  try {
    const source = await mailbox.fetch(uid)
    return await saveMail(services, incoming, await reader.read(source))
  } catch (error) {
    if (error instanceof MailUnreadable) {
      services.log.warn({ err: error, providerId, uid }, 'a mail cannot be read and is set aside')
      return setAside(error.reason)
    }
    // The server gives others and not this one, or takes the whole time for it.
    if (error instanceof MailNotGiven || (error instanceof GatewayUnavailable && deadline.aborted)) {
      if ((await noteNotGiven(services.db, incoming)) >= askedMax) return setAside('notGiven')
      throw error
    }
    // Only what the mail itself brings about, such as a row that the database refuses, counts against it.
    if (error instanceof GatewayUnavailable || isDatabaseAway(error) || isDatabaseFull(error)) await forgiveTry(services.db, incoming)
    throw error
  }
}
