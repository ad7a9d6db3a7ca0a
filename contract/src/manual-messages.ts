import * as z from 'zod/mini'
import { CaseDetail, ChannelPermission } from './cases.ts'
import { Channel } from './channels.ts'
import { endpoint } from './endpoint.ts'
import { Locale } from './locale.ts'
import { attachmentsMax, textFileFaults } from './mail-attachments.ts'
import { BodyId, Id } from './paging.ts'
import { Right } from './right-codes.ts'

/** The channels by which staff write to the person of a case, with the right that each asks for. */
export const writtenChannels = ['email', 'sms', 'whatsapp'] as const
export type WrittenChannel = (typeof writtenChannels)[number]
export const rightOfWritten = { email: Right.sendEmail, sms: Right.sendSms, whatsapp: Right.sendWhatsApp } as const satisfies Record<
  WrittenChannel,
  number
>

/** What may be sent by a channel: each text as the person would get it, masked for who may not see it. */
export const WrittenTexts = z.object({
  to: z.nullable(z.string()),
  ...ChannelPermission.shape,
  /** The language of the texts: the person's own, or the one that was asked for. */
  locale: Locale,
  /** Until then staff may answer what the person wrote themselves, whatever the hour and however often they were written to; null: they wrote nothing lately. */
  answersUntil: z.nullable(z.string()),
  /** Until then free words may leave by WhatsApp; null: only an approved template, and by other channels always. */
  windowEndsAt: z.nullable(z.string()),
  /** What is against it is a cap of the customer's own, and the caller may pass it (right 311). */
  mayPassCap: z.boolean(),
  /** The words with which whoever wrote is asked for their number, which WhatsApp does not tell; null: it is known, or there is nobody to ask. */
  asksNumber: z.nullable(z.string()),
  /** Why no file goes with any WhatsApp message to this person now; null: their text, or the rules of the channel, say so. */
  fileFault: z.nullable(z.literal('attachment.notByPairedNumber')),
  /** So many invoices of the case may go with an e-mail; 0: it has none that may leave, or it is another channel. */
  invoices: z.number(),
  /** The texts below are masked: they can be sent, but not written on. */
  isMasked: z.boolean(),
  texts: z.array(
    z.object({
      key: z.string(),
      /** What staff call it. */
      name: z.string(),
      /** Who its template sends it to in place of the person of the case (nobody where it finds none), and whether that may be now; null: to them, as above. */
      receiver: z.nullable(z.object({ to: z.nullable(z.string()), ...ChannelPermission.shape, mayPassCap: z.boolean() })),
      subject: z.string(),
      text: z.string(),
      /** What the text asks for and the case does not have; then it is not sent. */
      missing: z.array(z.string()),
      /** Why no file goes with this WhatsApp text; null: one may, and by other channels their own rules say so. */
      fileFault: z.nullable(z.enum(textFileFaults)),
      /** So many invoices of the case go with this e-mail; null: its text does not ask for them. */
      invoices: z.nullable(z.number()),
    }),
  ),
})
export type WrittenTexts = z.infer<typeof WrittenTexts>

/** So far ahead a message may be planned: what is known of the person grows old. */
export const planDaysMax = 14
/** When it leaves; null or left out: now. Whether it may is asked for that moment, and again when it leaves. */
export const SendAt = z.optional(z.nullable(z.iso.datetime()))

/** A message by hand that waits for its moment. */
const PlannedMessage = z.object({
  communicationID: z.number(),
  channel: Channel,
  at: z.string(),
  /** What the text is called; null: it was written for this case. */
  template: z.nullable(z.string()),
  /** Why it did not leave at an earlier moment. */
  reason: z.nullable(z.string()),
})
export type PlannedMessage = z.infer<typeof PlannedMessage>

/** What a person may write themselves: as long as the longest letter; an SMS is cut at its fourth part. */
export const freeTextMax = 20_000
export const smsPartsMax = 4
export const subjectMax = 150

// oxlint-disable-next-line no-control-regex -- control characters are what it looks for
const printable = /^[^\u0000-\u0008\u000b\u000c\u000e-\u001f]*$/
const FreeText = z.string().check(z.trim(), z.minLength(1), z.maxLength(freeTextMax), z.regex(printable))
// oxlint-disable-next-line no-control-regex -- a line end in it would begin a header
const Subject = z.string().check(z.trim(), z.minLength(1), z.maxLength(subjectMax), z.regex(/^[^\u0000-\u001f]*$/))

const CaseId = z.object({ caseID: Id })
const access = { right: [Right.sendEmail, Right.sendSms, Right.sendWhatsApp], also: [Right.viewCases] } as const

/** Writing to the person of a case by hand, with the texts of its customer. */
export const manualMessageApi = {
  texts: endpoint({
    method: 'GET',
    path: '/cases/:caseID/texts',
    access,
    audited: true,
    summary: 'The texts that may be sent by a channel, filled in for the case, those of its script first',
    params: CaseId,
    query: z.object({
      channel: z.enum(writtenChannels),
      locale: z.optional(Locale),
      /** The conversation that it will answer: whoever wrote there may be somebody else than the case knows. */
      conversationID: z.optional(Id),
    }),
    response: WrittenTexts,
  }),
  send: endpoint({
    method: 'POST',
    path: '/cases/:caseID/messages',
    access,
    summary:
      'Send a text by e-mail (301), SMS (302) or WhatsApp (303), if the person may be written to now; saved before it is sent, once for its key',
    params: CaseId,
    body: z
      .object({
        channel: z.enum(writtenChannels),
        key: z.uuid(),
        /** A text of the customer, in this language; left out: in the person's own. */
        template: z.optional(z.string().check(z.maxLength(100))),
        locale: z.optional(Locale),
        /** Or what somebody wrote themselves: plain text, for an e-mail with a subject. */
        text: z.optional(FreeText),
        subject: z.optional(Subject),
        /** The conversation that it answers. */
        conversationID: z.optional(BodyId),
        /** Or the question for the number of who wrote in it, which WhatsApp does not tell: in fixed words, with a button by which they give it. */
        asksNumber: z.optional(z.literal(true)),
        /** The invoices of the case go with this e-mail, also where its text does not ask for them; refused where there is none. */
        withInvoices: z.optional(z.literal(true)),
        passCap: z.optional(z.boolean()),
        sendAt: SendAt,
        /** Files that the caller uploaded for it, in the order in which they are sent: with an e-mail several, with WhatsApp one. */
        attachmentIDs: z.optional(
          z.array(BodyId).check(
            z.maxLength(attachmentsMax),
            z.refine((ids) => new Set(ids).size === ids.length),
          ),
        ),
      })
      .check(
        z.refine((one) => one.withInvoices === undefined || one.channel === 'email', { path: ['withInvoices'] }),
        z.refine((one) => [one.template, one.text, one.asksNumber].filter((given) => given !== undefined).length === 1, { path: ['text'] }),
      ),
    response: CaseDetail,
  }),
  planned: endpoint({
    method: 'GET',
    path: '/cases/:caseID/messages/planned',
    access: { right: Right.viewCases },
    summary: 'The messages by hand that wait for their moment, the next one first',
    params: CaseId,
    response: z.array(PlannedMessage),
  }),
  cancel: endpoint({
    method: 'POST',
    path: '/cases/:caseID/messages/:communicationID/cancel',
    access,
    summary: 'Take a planned message back; it asks the right by which its channel is written (301, 302). What has left is refused',
    params: z.object({ caseID: Id, communicationID: Id }),
    response: CaseDetail,
  }),
}
