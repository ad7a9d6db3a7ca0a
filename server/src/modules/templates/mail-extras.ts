import type { WhatsappChoices } from '@regie/contract/whatsapp-choices.ts'
import { mergeField } from '@regie/contract/template-blocks.ts'
import type { MailPriority, MailReceiverReason, TemplateOptions } from '@regie/contract/templates.ts'

/** What a mail carries beside its text, as it is kept with it. */
export type MailExtras = {
  /** Its reader leaves by one click (RFC 8058). */
  leave?: true
  replyTo?: string
  cc?: string[]
  bcc?: string[]
  /** The exact bytes that leave are kept. */
  keep?: true
  /** It is noted when it is opened and a link in it followed. */
  track?: true
  /** It goes to somebody else than the person of the case, and why. */
  receiverReason?: MailReceiverReason
  /** Its mark, where it has one. */
  priority?: Exclude<MailPriority, 'normal'>
  /** The invoices of its case go with it; once it is queued they are among its files. */
  invoices?: true
  /** So many files go with it, also with a WhatsApp message (communications/mail-attachments/). */
  attachments?: number
  /** The field of its case that keeps since when it has its newest state, also of an SMS or a WhatsApp message. */
  statusField?: string
  /** Of a WhatsApp text of our own: the answers that it offers. */
  choices?: WhatsappChoices
}

/** Does anybody beside the person get this mail? */
export const hasCopy = (mail: MailExtras | null | undefined): boolean => (mail?.cc?.length ?? 0) + (mail?.bcc?.length ?? 0) > 0

/** Its reader leaves by one click. Not where others get it too: what names the person would let each of them leave for the person. */
export const mayLeave = (mail: MailExtras | null | undefined): boolean => mail?.leave === true && !hasCopy(mail)

type Options = Pick<TemplateOptions, 'formalLetter' | 'replyTo' | 'saveMime' | 'tracking' | 'priority' | 'withInvoices'>
/** Who gets a mail beside its addressee, and why that is somebody else than the person of the case; null: it is not. */
export type MailCopies = { cc: readonly string[]; bcc: readonly string[]; receiverReason: MailReceiverReason | null }

// More would be a mailing list.
const copiesMax = 5
const plain = /^[^\s@<>(),;:"]{1,64}@[^\s@<>(),;:"]{1,180}\.[^\s@<>(),;:".]{2,}$/
// No mail server takes a dot at an end or beside another, nor a hyphen at the end of a name.
const isMisplaced = (address: string) => /^\.|\.\.|\.@|@[.-]/.test(address) || /-\.|\.-/.test(address.slice(address.lastIndexOf('@')))

/** What the options of a template make of a mail; null: nothing. */
export function mailExtras(
  options: Options,
  { cc, bcc, receiverReason }: MailCopies,
  values: Readonly<Record<string, string>>,
  sentBy: 'script' | 'staff',
): MailExtras | null {
  const [replyTo] = addressesIn(options.replyTo, values)
  // What stood to be a copy is nothing that its reader leaves, nor tells anything of the person who did not get it.
  const isCopy = receiverReason === 'noEmail' || receiverReason === 'blacklisted'
  const extras: MailExtras = {
    // A letter that the law prescribes is nothing that one leaves, and what a colleague writes is for this person alone.
    ...(sentBy === 'script' && !options.formalLetter && !isCopy && { leave: true as const }),
    ...(replyTo !== undefined && { replyTo }),
    ...(cc.length > 0 && { cc: [...cc] }),
    ...(bcc.length > 0 && { bcc: [...bcc] }),
    ...(receiverReason !== null && { receiverReason }),
    ...(options.saveMime && { keep: true as const }),
    ...(options.withInvoices && { invoices: true as const }),
    ...(options.tracking && !isCopy && { track: true as const }),
    ...priorityOf(options),
  }
  return Object.keys(extras).length === 0 ? null : extras
}

/** The mark of a mail; nothing where it is as any other. */
export function priorityOf({ priority }: Pick<TemplateOptions, 'priority'>): Pick<MailExtras, 'priority'> {
  return priority === 'normal' ? {} : { priority }
}

/** The addresses of a list with its merge fields filled in. One whose place has no value, or no address as its value, is left out. */
export function addressesIn(written: string, values: Readonly<Record<string, string>>): string[] {
  const filled = written.replace(mergeField, (_all, name: string) => (Object.hasOwn(values, name) ? (values[name] ?? '') : ''))
  const addresses = filled.split(/[,;]/).map((part) => part.trim().toLowerCase())
  return [...new Set(addresses.filter((address) => plain.test(address) && !isMisplaced(address)))].slice(0, copiesMax)
}
