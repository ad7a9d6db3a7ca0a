import type { ApprovedMessage } from '@regie/contract/whatsapp.ts'
import type { OutgoingWhatsapp } from '../whatsapp-gateway.ts'

/** A person known only by the id that Meta gave for this business: `NL.13491208655302741918`. */
const businessScoped = /^[A-Z]{2}\.[A-Za-z0-9]{1,128}$/

// Meta refuses a parameter with more than four spaces on end.
const parameter = (text: string) => ({ type: 'text', text: text.replace(/\s{2,}/g, ' ') })

/** The body of POST /{phone-number-id}/messages. Our id goes along and comes back with each of its statuses. */
export function payloadOf({ id, to, text, approved, media }: OutgoingWhatsapp) {
  return {
    messaging_product: 'whatsapp',
    recipient_type: 'individual',
    ...(businessScoped.test(to) ? { recipient: to } : { to: to.replace(/^\+/, '') }),
    biz_opaque_callback_data: id,
    ...contentOf({ text, approved, media }),
  }
}

type Content = Pick<OutgoingWhatsapp, 'text' | 'approved'> & { media: OutgoingWhatsapp['media'] | undefined }

function contentOf({ text, approved, media }: Content) {
  if (approved !== null) return templateOf(approved)
  if (media === undefined) return { type: 'text', text: { body: text, preview_url: true } }
  const file = { id: media.id, caption: text }
  // A picture has no name of its own.
  return media.isPicture ? { type: 'image', image: file } : { type: 'document', document: { ...file, filename: media.fileName } }
}

function templateOf({ name, language, header, body, buttons }: ApprovedMessage) {
  const components = [
    ...(header.length > 0 ? [{ type: 'header', parameters: header.map(parameter) }] : []),
    ...(body.length > 0 ? [{ type: 'body', parameters: body.map(parameter) }] : []),
    ...buttons.map(({ index, value }) => ({ type: 'button', sub_type: 'url', index: String(index), parameters: [parameter(value)] })),
  ]
  return { type: 'template', template: { name, language: { code: language }, ...(components.length > 0 && { components }) } }
}
