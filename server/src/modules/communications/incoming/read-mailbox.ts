import type { Mailbox } from '../../../gateways/email/mailbox.ts'
import { type MailReader, MailUnreadable } from '../../../gateways/email/received-mail.ts'
import { GatewayUnavailable } from '../../../gateways/gateway-errors.ts'
import type { RegisteredProvider } from '../../../gateways/registered-provider.ts'
import { isDatabaseAway, isDatabaseFull } from '../../../platform/db/database-trouble.ts'
import type { Services } from '../../../services.ts'
import { forgiveTry, leaveMailbox, noteTry, type Position, takeMailbox } from './mailbox-position.ts'
import { type Incoming, saveMail, saveUnreadable } from './save-mail.ts'

const mailsMax = 200
const bytesMax = 25_000_000
// A mail on which two processes ended is not given to a third.
const triesMax = 2
// What came before a mailbox was registered is not ours to read; answers of the last days may be.
const firstDaysMs = 2 * 24 * 3_600_000

/** Reads what came into one mailbox since the last time; each mail is saved before it is marked as read. */
export async function readMailbox(
  services: Services,
  provider: RegisteredProvider,
  reader: MailReader,
  signal: AbortSignal,
): Promise<void> {
  const { db, clock, gateways } = services
  const key = { customerId: provider.customerId, providerId: provider.id }
  const position = await takeMailbox(db, key, clock.now())
  if (!position) return
  let readAt: Date | null = null
  try {
    const mailbox = await gateways.openMailbox(provider)
    try {
      const began = clock.now()
      const mails = await mailbox.list(newSince(position, mailbox, began), mailsMax)
      for (const mail of mails) {
        if (signal.aborted) return
        await readOne(services, { provider, mailbox, reader }, mail)
      }
      if (mails.length < mailsMax) readAt = began
    } finally {
      await mailbox.close()
    }
  } finally {
    await leaveMailbox(db, key, readAt)
  }
}

// A mailbox whose numbers began anew is read by date: what was saved before is known by its name.
function newSince({ uidValidity, lastUid, readAt }: Position, mailbox: Mailbox, now: Date) {
  if (uidValidity === mailbox.uidValidity) return { uid: lastUid }
  return { since: new Date((readAt ?? now).getTime() - firstDaysMs) }
}

type Reading = { provider: RegisteredProvider; mailbox: Mailbox; reader: MailReader }

async function readOne(
  services: Services,
  { provider, mailbox, reader }: Reading,
  { uid, bytes, cameAt }: { uid: number; bytes: number; cameAt: Date },
) {
  const incoming: Incoming = {
    ...{ customerId: provider.customerId, providerId: provider.id },
    ...{ uidValidity: mailbox.uidValidity, uid, bytes, cameAt },
  }
  const triesBefore = await noteTry(services.db, incoming, uid, services.clock.now())
  const isPlaced = await takeApart(services, { provider, mailbox, reader }, incoming, triesBefore)
  // Nobody sees here what belongs to no message of ours: it stays unread where somebody may find it.
  if (!isPlaced) return
  // Saved is saved: a mailbox that does not let itself be marked costs nothing but the mark.
  await mailbox
    .markRead(uid)
    .catch((error: unknown) => services.log.warn({ err: error, providerId: provider.id }, 'a mail is not marked as read'))
}

// True: it stands with a message of ours.
async function takeApart(services: Services, { mailbox, reader }: Reading, incoming: Incoming, triesBefore: number): Promise<boolean> {
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
    // Only what the mail itself brings about, such as a row that the database refuses, counts against it.
    if (error instanceof GatewayUnavailable || isDatabaseAway(error) || isDatabaseFull(error)) await forgiveTry(services.db, incoming)
    throw error
  }
}
