import * as z from 'zod/mini'

/** How an agent stands (spec §4): custom1 is a pause, custom2 after-call work. */
export const agentStatuses = ['calling', 'cooldown', 'away', 'available', 'dnd', 'custom1', 'custom2'] as const
export const AgentStatus = z.enum(agentStatuses)
export type AgentStatus = z.infer<typeof AgentStatus>

/** What people choose; a call and what follows it come by themselves. */
export const chosenStatuses = ['available', 'custom2', 'custom1', 'dnd', 'away'] as const
export type ChosenStatus = (typeof chosenStatuses)[number]

/** So long after a call an agent gets no other one. */
export const cooldownSeconds = 30
/** An agent whose browser says nothing for so long has closed it. A hidden tab may speak once a minute. */
export const silentSeconds = 150

/** Who brings a change about: an agent or their leader, a call that begins or ends, the end of the time for it, or a browser that is gone. */
export type StatusCause = 'person' | 'call' | 'time' | 'gone'

/**
 * May this status follow that one? People choose at any time but during a call, which nothing ends but itself: what they choose then comes after it.
 * A call begins from any other status, since staff also call by hand.
 */
export function mayFollowStatus(from: AgentStatus, to: AgentStatus, cause: StatusCause): boolean {
  if (from === to) return false
  switch (cause) {
    case 'person':
      return from !== 'calling' && chosenStatuses.some((status) => status === to)
    case 'call':
      return to === 'calling' || (from === 'calling' && to === 'cooldown')
    case 'time':
      return from === 'cooldown' && chosenStatuses.some((status) => status === to)
    case 'gone':
      return to === 'away'
  }
}
