import type { MessageGateway } from '../message-gateway.ts'

/**
 * A call that speaks a text in a voice and language (empty: the standard ones), or, `withAgent`, puts who picks up through to a member of staff.
 * Its outcome comes later as a delivery update; with an agent the update `talking` comes before it.
 */
export type OutgoingCall = { id: string; to: string; from: string; text: string; voice: string; language: string; withAgent: boolean }

/**
 * `voices`: by which names it can speak; left out, it has one. `hangUp` ends a call that it took; one that is over it lets be. Of one of which it knows
 * nothing any more it says so (CallUnknown); one that it will not end it refuses (GatewayRefused, with its reason).
 */
export type VoiceGateway = MessageGateway<OutgoingCall> & { voices?: readonly string[]; hangUp(providerRef: string): Promise<void> }
