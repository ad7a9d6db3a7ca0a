import { type ApprovedMessage, isPersonId } from '@regie/contract/whatsapp.ts'
import { textAboveChoices, type WhatsappChoices } from '@regie/contract/whatsapp-choices.ts'
import type { OutgoingWhatsapp } from '../whatsapp-gateway.ts'

// Meta refuses a parameter with more than four spaces on end.
const parameter = (text: string) => ({ type: 'text', text: text.replace(/\s{2,}/g, ' ') })

/** The body of POST /{phone-number-id}/messages. Our id goes along and comes back with each of its statuses. */
export function payloadOf({ id, to, text, approved, media, choices = { kind: 'none' }, asksNumber }: OutgoingWhatsapp) {
  return {
    messaging_product: 'whatsapp',
    recipient_type: 'individual',
    ...(isPersonId(to) ? { recipient: to } : { to: to.replace(/^\+/, '') }),
    biz_opaque_callback_data: id,
    ...(asksNumber ? questionOf(text) : contentOf({ text, approved, media, choices })),
  }
}

// The words on the button are Meta's own.
function questionOf(text: string) {
  const name = 'request_contact_info'
  return { type: 'interactive', interactive: { type: name, body: { text }, action: { name } } }
}

type Media = NonNullable<OutgoingWhatsapp['media']>
type Content = Pick<OutgoingWhatsapp, 'text' | 'approved'> & { media: Media | undefined; choices: WhatsappChoices }

function contentOf({ text, approved, media, choices }: Content) {
  if (approved !== null) return templateOf(approved, media)
  if (choices.kind !== 'none') return interactiveOf(text, choices, media)
  if (media === undefined) return { type: 'text', text: { body: text, preview_url: true } }
  return { type: media.kind, [media.kind]: { ...fileOf(media), caption: text } }
}

// Only a document has a name that is shown.
const fileOf = ({ id, kind, fileName }: Media) => ({ id, ...(kind === 'document' && { filename: fileName }) })

// Meta gives an id back with the words; a press is known by its words alone, so that number is enough.
function interactiveOf(text: string, choices: Exclude<WhatsappChoices, { kind: 'none' }>, media: Media | undefined) {
  const body = { text: textAboveChoices(text, choices) }
  const id = (at: number) => String(at + 1)
  if (choices.kind === 'buttons') {
    // Above a list Meta takes words alone.
    const header = media && { header: { type: media.kind, [media.kind]: fileOf(media) } }
    const buttons = choices.buttons.map((title, at) => ({ type: 'reply', reply: { id: id(at), title } }))
    return { type: 'interactive', interactive: { type: 'button', ...header, body, action: { buttons } } }
  }
  const rows = choices.rows.map(({ title, about }, at) => ({ id: id(at), title, ...(about !== '' && { description: about }) }))
  return { type: 'interactive', interactive: { type: 'list', body, action: { button: choices.word, sections: [{ rows }] } } }
}

// The words beneath a file are those of the text.
function headerOf({ file }: ApprovedMessage, media: Media | undefined) {
  if (file === undefined || media === undefined) return []
  return [{ type: 'header', parameters: [{ type: media.kind, [media.kind]: fileOf(media) }] }]
}

function templateOf(approved: ApprovedMessage, media: Media | undefined) {
  const { name, language, header, body, buttons } = approved
  const components = [
    ...headerOf(approved, media),
    ...(header.length > 0 ? [{ type: 'header', parameters: header.map(parameter) }] : []),
    ...(body.length > 0 ? [{ type: 'body', parameters: body.map(parameter) }] : []),
    ...buttons.map(({ index, value }) => ({ type: 'button', sub_type: 'url', index: String(index), parameters: [parameter(value)] })),
  ]
  return { type: 'template', template: { name, language: { code: language }, ...(components.length > 0 && { components }) } }
}
