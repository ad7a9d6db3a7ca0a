import type { DeliveryState } from '@regie/contract/cases.ts'
import type { DeliveryNews } from '@regie/contract/channels.ts'

// News arrive late, twice and out of order: a message only ever moves up. A failure counts until something better is known, never after it.
const rank: Record<DeliveryNews, number> = { failed: 1, delivered: 2, read: 3, unanswered: 4, voicemail: 5, answered: 6, transferred: 7 }

/** What is known of a message after this news, or null when it says nothing new. */
export function laterDelivery(known: DeliveryNews | null, news: DeliveryNews): DeliveryNews | null {
  return known === null || rank[news] > rank[known] ? news : null
}

/** The one state that people see: what the receiver's side said, else where the message stands with us. */
export function shownState(state: string, delivery: string | null): DeliveryState {
  if (delivery !== null) return delivery as DeliveryState
  if (state === 'queued' || state === 'claimed') return 'waiting'
  return state === 'refused' ? 'failed' : (state as DeliveryState)
}
