import { ChildFailed, openChild } from '../../../platform/child-process/ask-child.ts'
import { type MailReader, MailUnreadable, type ReceivedMail } from '../received-mail.ts'

// A mail with 20 MB attached takes 0.3 s alone.
const usual = { readMs: 15_000, memoryMb: 256 }
// Each mailbox has a reader; one to which nothing comes keeps no memory.
const idleMs = 60_000

/** Reads mails in a process of its own, with a deadline and a limit of memory: a mail made to stop its reader stops that process alone. */
export function openMailReader({ readMs, memoryMb } = usual): MailReader {
  const child = openChild<Uint8Array, ReceivedMail>(new URL('./mail-child.ts', import.meta.url), { heapMb: memoryMb, idleMs })
  return {
    async read(source) {
      try {
        return await child.ask(source, readMs)
      } catch (cause) {
        // That the reader is gone or could not begin says nothing about the mail.
        if (!(cause instanceof ChildFailed) || cause.why === 'gone' || cause.why === 'ended') throw cause
        throw new MailUnreadable(cause.why === 'fault' ? 'malformed' : cause.why, { cause })
      }
    },
    close: () => child.end(),
  }
}
