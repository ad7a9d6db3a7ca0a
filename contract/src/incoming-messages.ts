import * as z from 'zod/mini'
import { ConversationChannel } from './channels.ts'
import { endpoint } from './endpoint.ts'
import { Id } from './paging.ts'
import { Right } from './right-codes.ts'

/** What somebody sent us about a case: an answer, or a notice of absence. Plain text; markup is gone. */
export const IncomingMessage = z.object({
  incomingID: z.number(),
  channel: ConversationChannel,
  /** No person wrote it. */
  isAutomatic: z.boolean(),
  cameAt: z.string(),
  /** Both empty for who may not see personal data. */
  from: z.string(),
  fromName: z.string(),
  subject: z.string(),
  text: z.string(),
  /** What stands below it of earlier messages; shown folded. */
  quoted: z.string(),
  /** The message of ours that it answers. */
  answersID: z.nullable(z.number()),
  attachments: z.array(
    z.object({
      no: z.number(),
      fileName: z.string(),
      mediaType: z.string(),
      bytes: z.number(),
      /** False: it was too large to be kept. */
      isKept: z.boolean(),
    }),
  ),
})
export type IncomingMessage = z.infer<typeof IncomingMessage>

export const incomingApi = {
  find: endpoint({
    method: 'GET',
    path: '/cases/:caseID/incoming/:incomingID',
    access: { right: Right.viewCases },
    summary: 'One message that somebody sent about a case, whole',
    audited: true,
    params: z.object({ caseID: Id, incomingID: Id }),
    response: IncomingMessage,
  }),
}
