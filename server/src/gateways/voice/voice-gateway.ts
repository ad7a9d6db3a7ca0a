import type { MessageGateway } from '../message-gateway.ts'

/** A call that speaks a text; its outcome comes later as a delivery update. */
export type OutgoingCall = { id: string; to: string; from: string; text: string }

export type VoiceGateway = MessageGateway<OutgoingCall>
