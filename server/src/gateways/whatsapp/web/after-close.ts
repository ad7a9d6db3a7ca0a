import type { WhatsappWebReason } from '@regie/contract/whatsapp-web.ts'

/** What follows when a connection ended. `ask`: somebody has to pair anew; `forget`: what was kept of the pairing is worth nothing any more. */
export type AfterClose =
  | { next: 'again'; afterMs: number; reason: WhatsappWebReason | null }
  | { next: 'ask'; reason: WhatsappWebReason; forget: boolean }

const lost: Readonly<Record<number, WhatsappWebReason>> = { 401: 'loggedOut', 403: 'forbidden', 411: 'outdated', 500: 'badSession' }
const pauseMs = { least: 2_000, most: 300_000 }

/**
 * Decides by WhatsApp's code. 515 is how a pairing ends that succeeded: it connects anew at once. One that was never paired is not begun again by itself:
 * numbers that keep asking for codes are banned.
 */
export function afterClose(code: number, isPaired: boolean, failures: number): AfterClose {
  if (code === 515 && isPaired) return { next: 'again', afterMs: 0, reason: null }
  if (!isPaired) return { next: 'ask', reason: code === 408 ? 'codesOver' : 'unreachable', forget: true }
  const reason = lost[code]
  if (reason !== undefined) return { next: 'ask', reason, forget: true }
  if (code === 440) return { next: 'ask', reason: 'replaced', forget: false }
  return { next: 'again', afterMs: pauseAfter(failures), reason: 'unreachable' }
}

/** Longer after each failure: 2 seconds at first, five minutes at most. */
export function pauseAfter(failures: number): number {
  return Math.min(pauseMs.least * 2 ** Math.min(failures, 20), pauseMs.most)
}
