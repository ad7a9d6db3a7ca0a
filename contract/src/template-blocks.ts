import * as z from 'zod/mini'

const line = (max: number) => z.string().check(z.maxLength(max))
const id = line(40)

/** The most that one piece of text holds; a longer text goes on in the next piece. */
export const textBlockMax = 50_000

/**
 * A piece of an e-mail. The document keeps pieces, never a page of HTML: what is sent is made of them anew. `text` holds the few tags of
 * `richTags`, cleaned by the server; the address of a button is https, mailto, tel or `{{betaallink}}`.
 */
export const TemplateBlock = z.discriminatedUnion('type', [
  z.object({ id, type: z.literal('heading'), text: line(300) }),
  z.object({ id, type: z.literal('text'), html: line(textBlockMax) }),
  z.object({ id, type: z.literal('button'), label: line(100), href: line(2_000) }),
  /** A button that leads to the payment link of the case. */
  z.object({ id, type: z.literal('pay'), label: line(100) }),
  z.object({ id, type: z.literal('image'), src: line(2_000), alt: line(300) }),
  z.object({ id, type: z.literal('divider') }),
  /** The text of a section template, by its key. */
  z.object({ id, type: z.literal('section'), key: line(100) }),
])
export type TemplateBlock = z.infer<typeof TemplateBlock>

/** More would be a newsletter, and makes the page slow to draw. */
export const templateBlocksMax = 60

export const richTags = ['p', 'br', 'strong', 'em', 'u', 'a', 'ul', 'ol', 'li'] as const

/** What a merge field looks like, to who checks a text and to who fills it; the group is its name. The place of a section begins with `>`. */
export const mergeField = /\{\{\s*([a-z0-9_]+)\s*\}\}/gi
export const sectionPlace = /\{\{>\s{0,5}([a-z0-9-]{1,100})\s{0,5}\}\}/gi

/** May a button or an image lead there? */
export function isSafeAddress(address: string): boolean {
  return (
    /^(https:\/\/[^\s"'<>{}]+|mailto:[^\s"'<>{}]+|tel:[+\d ()-]+)$/i.test(address) || /^\{\{\s{0,5}betaallink\s{0,5}\}\}$/i.test(address)
  )
}
