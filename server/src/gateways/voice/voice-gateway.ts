import type { MessageGateway } from '../message-gateway.ts'

/** A call that speaks a text in a voice and language (empty: the standard ones); its outcome comes later as a delivery update. */
export type OutgoingCall = { id: string; to: string; from: string; text: string; voice: string; language: string }

/** `voices`: by which names it can speak; left out, it has one. */
export type VoiceGateway = MessageGateway<OutgoingCall> & { voices?: readonly string[] }
