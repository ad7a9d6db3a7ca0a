import * as z from 'zod/mini'
import type { WrittenChannel } from './channels.ts'
import { endpoint } from './endpoint.ts'
import type { HeaderFileKind } from './header-files.ts'
import { Id } from './paging.ts'
import { Right } from './right-codes.ts'
import { textAboveChoices, type WhatsappChoices } from './whatsapp-choices.ts'

/** What may be sent with an e-mail or a WhatsApp message: the ending of its name with the media type that its bytes must be. */
export const attachmentTypes: Readonly<Record<string, string>> = {
  pdf: 'application/pdf',
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  mp4: 'video/mp4',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
}
/** So many files go with one e-mail, and together they are no larger: many mail servers take no more than 20 MB, and a mail is a third larger than its files. */
export const attachmentsMax = 5
export const attachmentBytesMax = 10 * 1024 * 1024
/** Meta takes one file with a message, a picture no larger than this, and so many characters of text beneath it. */
const whatsappFilesMax = 1
const whatsappPictureBytesMax = 5 * 1024 * 1024
const captionMax = 1_024
/** So many files go with one message of a channel. */
export const filesMaxOf = { email: attachmentsMax, whatsapp: whatsappFilesMax, sms: 0 } as const satisfies Record<WrittenChannel, number>
/** So much one user may have uploaded and not sent; what is never sent is removed after so many days. */
export const unsentBytesMax = 100 * 1024 * 1024
export const unsentDays = 7

/** The media type that a file of this name says it has; undefined: it may not be sent. */
export function attachmentTypeOf(fileName: string): string | undefined {
  const ending = /\.([a-z0-9]+)$/i.exec(fileName)?.[1]?.toLowerCase() ?? ''
  return Object.hasOwn(attachmentTypes, ending) ? attachmentTypes[ending] : undefined
}

type GivenFile = { fileName: string; bytes: number }
type AttachmentFault =
  | 'attachment.notBySms'
  | 'attachment.tooMany'
  | 'attachment.oneByWhatsapp'
  | 'attachment.tooLarge'
  | 'attachment.pictureTooLarge'
  | 'attachment.captionTooLong'

/** Why these files may not go with this text by a channel; null: they may. The screen and the server ask the same. */
export function attachmentFault(channel: WrittenChannel, files: readonly GivenFile[], text: string): AttachmentFault | null {
  if (files.length === 0) return null
  if (channel === 'sms') return 'attachment.notBySms'
  if (files.length > filesMaxOf[channel]) return channel === 'whatsapp' ? 'attachment.oneByWhatsapp' : 'attachment.tooMany'
  if (files.reduce((sum, { bytes }) => sum + bytes, 0) > attachmentBytesMax) return 'attachment.tooLarge'
  if (channel !== 'whatsapp') return null
  if (files.some(({ fileName, bytes }) => kindOf(fileName) === 'image' && bytes > whatsappPictureBytesMax))
    return 'attachment.pictureTooLarge'
  return text.length > captionMax ? 'attachment.captionTooLong' : null
}

/** WhatsApp shows a picture and a video in the conversation, and any other file as a document. */
export function fileKindOf(mediaType: string): HeaderFileKind {
  if (mediaType.startsWith('image/')) return 'image'
  return mediaType.startsWith('video/') ? 'video' : 'document'
}
const kindOf = (fileName: string) => fileKindOf(attachmentTypeOf(fileName) ?? '')

/** Why no file goes with a text of the customer. */
export const textFileFaults = [
  'attachment.notByPairedNumber',
  'attachment.notWithApproved',
  'attachment.notWithList',
  'attachment.captionTooLong',
] as const
type WhatsappText = { text: string; approved?: unknown; choices?: WhatsappChoices | undefined }

/** Why no file goes with this WhatsApp text as it is filled in; null: one may. A file stands above buttons; above a list Meta takes words alone. */
export function textFileFault({ text, approved, choices = { kind: 'none' } }: WhatsappText): (typeof textFileFaults)[number] | null {
  if (approved !== undefined) return 'attachment.notWithApproved'
  if (choices.kind === 'list') return 'attachment.notWithList'
  return textAboveChoices(text, choices).length > captionMax ? 'attachment.captionTooLong' : null
}

/** A file that was uploaded for a message that is being written. */
export const UploadedAttachment = z.object({ attachmentID: z.number(), fileName: z.string(), bytes: z.number() })
export type UploadedAttachment = z.infer<typeof UploadedAttachment>

/** A file that went with a message of ours, also the one with which an approved text begins; its name is masked for who may not see personal data. */
export const SentAttachment = z.object({ no: z.number(), fileName: z.string(), mediaType: z.string(), bytes: z.number() })
export type SentAttachment = z.infer<typeof SentAttachment>

const access = { right: [Right.sendEmail, Right.sendWhatsApp], also: [Right.viewCases] } as const

/** Files with a message by hand: uploaded one by one while it is written, sent with it. */
export const mailAttachmentApi = {
  add: endpoint({
    method: 'POST',
    path: '/cases/:caseID/attachments',
    access,
    summary:
      'Upload a file for an e-mail or a WhatsApp message by hand (PDF, PNG, JPG, MP4, DOCX, XLSX); it leaves with the message that names it, and is removed if none does',
    upload: true,
    budget: 'upload',
    params: z.object({ caseID: Id }),
    response: UploadedAttachment,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/cases/:caseID/attachments/:attachmentID',
    access,
    summary: 'Remove a file that one uploaded and did not send',
    params: z.object({ caseID: Id, attachmentID: Id }),
  }),
  get: endpoint({
    method: 'GET',
    path: '/cases/:caseID/communications/:communicationID/attachments/:no',
    // As for files that came in: no mask knows what stands in a file.
    access: { right: Right.inbox, also: [Right.viewCases, Right.viewPersonalData] },
    audited: true,
    summary: 'A file that went with a message, to be saved',
    params: z.object({ caseID: Id, communicationID: Id, no: Id }),
    file: 'application/octet-stream',
  }),
  picture: endpoint({
    method: 'GET',
    path: '/cases/:caseID/communications/:communicationID/pictures/:no',
    access: { right: Right.inbox, also: [Right.viewCases, Right.viewPersonalData] },
    audited: true,
    summary: 'A picture that went with a message, for our own screens to show: that it was looked at is another line of the log',
    params: z.object({ caseID: Id, communicationID: Id, no: Id }),
    file: 'application/octet-stream',
  }),
}
