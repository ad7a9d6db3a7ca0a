import * as z from 'zod/mini'
import { CaseDetail, ChannelPermission } from './cases.ts'
import { endpoint } from './endpoint.ts'
import { Id } from './paging.ts'
import { Right } from './right-codes.ts'

/** The channels by which staff write to the person of a case, with the right that each asks for. */
const writtenChannels = ['email', 'sms'] as const
export type WrittenChannel = (typeof writtenChannels)[number]
export const rightOfWritten = { email: Right.sendEmail, sms: Right.sendSms } as const satisfies Record<WrittenChannel, number>

/** What may be sent by a channel: each text as the person would get it, masked for who may not see it. */
export const WrittenTexts = z.object({
  to: z.nullable(z.string()),
  ...ChannelPermission.shape,
  texts: z.array(
    z.object({
      key: z.string(),
      subject: z.string(),
      text: z.string(),
      /** What the text asks for and the case does not have; then it is not sent. */
      missing: z.array(z.string()),
    }),
  ),
})
export type WrittenTexts = z.infer<typeof WrittenTexts>

const CaseId = z.object({ caseID: Id })
const access = { right: [Right.sendEmail, Right.sendSms], also: [Right.viewCases] } as const

/** Writing to the person of a case by hand, with the texts of its customer. */
export const manualMessageApi = {
  texts: endpoint({
    method: 'GET',
    path: '/cases/:caseID/texts',
    access,
    audited: true,
    summary: 'The texts that may be sent by a channel, filled in for the case, those of its script first',
    params: CaseId,
    query: z.object({ channel: z.enum(writtenChannels) }),
    response: WrittenTexts,
  }),
  send: endpoint({
    method: 'POST',
    path: '/cases/:caseID/messages',
    access,
    summary: 'Send a text by e-mail (301) or SMS (302), if the person may be written to now; saved before it is sent, once for its key',
    params: CaseId,
    body: z.object({ channel: z.enum(writtenChannels), template: z.string().check(z.maxLength(100)), key: z.uuid() }),
    response: CaseDetail,
  }),
}
