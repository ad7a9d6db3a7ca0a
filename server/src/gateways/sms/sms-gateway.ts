import type { MessageGateway } from '../message-gateway.ts'

export type OutgoingSms = { id: string; to: string; from: string; text: string }

export type SmsGateway = MessageGateway<OutgoingSms>
