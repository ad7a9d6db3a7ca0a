import type { Services } from '../../services.ts'
import { sendSystemMail } from './send-system-mail.ts'
import { findSystemMailState } from './system-mail-state.ts'

// Longer nobody looks at a screen that waits; what has not left by then may still come.
const waitMs = 10_000

/**
 * Sends a message of `insertSystemMessage` while its reader waits for it: a code that comes with the next round of the jobs comes late, and whether it left
 * is to be said on his screen. False when it has not left and will not.
 */
export async function sendAtOnce(services: Services, messageId: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined
  try {
    await Promise.race([
      sendSystemMail(services, { messageId }, { isLastAttempt: true }),
      new Promise((resolve) => (timer = setTimeout(resolve, waitMs))),
    ])
  } finally {
    clearTimeout(timer)
  }
  return (await findSystemMailState(services.db, messageId)) !== 'failed'
}
