import * as z from 'zod/mini'
import { DeliveryState } from './cases.ts'
import { SentAttachment } from './mail-attachments.ts'
import { SentButton } from './sent-buttons.ts'

const Attachment = z.object({ no: z.number(), fileName: z.string(), mediaType: z.string(), bytes: z.number(), isKept: z.boolean() })

/** One line of a conversation: what the person wrote, what we wrote, or what happened in the case meanwhile. */
export const ConversationItem = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('received'),
    id: z.number(),
    at: z.string(),
    isAutomatic: z.boolean(),
    /** Of WhatsApp: they did not write this but pressed it, under a message of ours. */
    isPressed: z.boolean(),
    subject: z.string(),
    text: z.string(),
    quoted: z.string(),
    /** The number that they gave when they were asked for it, masked for who may not see personal data; `isInCase`: the case has it. */
    givenNumber: z.nullable(z.object({ number: z.string(), isInCase: z.boolean() })),
    attachments: z.array(Attachment),
    /** Who this e-mail was forwarded to, oldest first; `by` is empty where nobody knows any more. */
    forwards: z.array(z.object({ to: z.string(), by: z.string(), at: z.string() })),
  }),
  z.object({
    kind: z.literal('sent'),
    id: z.number(),
    at: z.string(),
    /** Who of us wrote it; empty for the script. */
    by: z.string(),
    state: DeliveryState,
    reason: z.nullable(z.string()),
    simulated: z.boolean(),
    subject: z.string(),
    /** Without its buttons. */
    text: z.string(),
    buttons: z.array(SentButton),
    attachments: z.array(SentAttachment),
  }),
  z.object({
    kind: z.literal('event'),
    id: z.number(),
    at: z.string(),
    event: z.string(),
    params: z.record(z.string(), z.union([z.string(), z.number()])),
  }),
])
export type ConversationItem = z.infer<typeof ConversationItem>
