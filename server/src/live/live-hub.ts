import type { LiveEvent } from '@regie/contract/live-events.ts'
import type { Notifications } from '../platform/db/notify.ts'
import type { Log } from '../platform/log.ts'
import { liveChannel } from './live-event-sql.ts'

/** One who follows what happens at some customers. `onGap`: events may have been missed, so everything shown should be asked for again. */
export type LiveSubscriber = {
  /** Asked per event, so that a right that is taken away counts at once. */
  mayFollow(customerId: number): boolean
  onEvent(event: LiveEvent): void
  onGap(): void
}

export type LiveHub = {
  subscribe(subscriber: LiveSubscriber): () => void
  countSubscribers(): number
  close(): void
}

/** Hears every live event once per process and hands it to those who may know. The only file that knows how events travel. */
export async function openLiveHub(notifications: Notifications, log: Pick<Log, 'error'>): Promise<LiveHub> {
  const subscribers = new Set<LiveSubscriber>()

  // One subscriber that stumbles must not keep the event from the others.
  function notifyAll(notify: (subscriber: LiveSubscriber) => void) {
    for (const subscriber of subscribers) {
      try {
        notify(subscriber)
      } catch (error) {
        log.error({ err: error }, 'a live subscriber failed')
      }
    }
  }

  const stopListening = await notifications.listen(liveChannel, {
    onMessage(payload) {
      // Only the functions of live-event-sql.ts send on this channel.
      const event = JSON.parse(payload) as LiveEvent
      notifyAll((subscriber) => {
        if (!('customerId' in event) || subscriber.mayFollow(event.customerId)) subscriber.onEvent(event)
      })
    },
    onGap: () => notifyAll((subscriber) => subscriber.onGap()),
  })

  return {
    subscribe(subscriber) {
      subscribers.add(subscriber)
      return () => void subscribers.delete(subscriber)
    },
    countSubscribers: () => subscribers.size,
    close() {
      stopListening()
      subscribers.clear()
    },
  }
}
