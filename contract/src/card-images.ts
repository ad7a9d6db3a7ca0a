import * as z from 'zod/mini'

/**
 * What is taken as the picture on the card of a link: the ending of a name with its media type. Every chat app draws
 * these two. WhatsApp shows none that is larger in bytes, and a smaller one no wider than a stamp.
 */
export const cardImageRule = {
  types: { png: 'image/png', jpg: 'image/jpeg', jpeg: 'image/jpeg' },
  bytesMax: 300 * 1024,
  /** Pixels. */
  widthMin: 300,
  heightMin: 150,
  sideMax: 4_096,
} as const satisfies { types: Readonly<Record<string, string>> } & Record<string, unknown>

/** The name of such a picture: its SHA-256 in hexadecimal, and what it is. Empty: the text has none of its own. */
export const CardImageName = z.string().check(z.regex(/^([0-9a-f]{64}\.(png|jpg))?$/))

/** Where the picture of this name stands, for everybody and for ever. */
export const cardImagePath = (name: string) => `/card/${name}`

/** A picture that was uploaded for the card of a link. */
export const CardImage = z.object({
  name: CardImageName,
  width: z.number(),
  height: z.number(),
  bytes: z.number(),
})
export type CardImage = z.infer<typeof CardImage>
