import { inflateSync } from 'node:zlib'
import { intlLocale, type Locale } from '@regie/contract/locale.ts'
import type { PaymentState } from '@regie/contract/payments.ts'
import { pngOf } from '../../../platform/documents/png.ts'
import { paymentText, type PaymentTextKey } from '../payment-texts.ts'
import drawn from './status-words.json' with { type: 'json' }

/** How a request stands at this moment, as its picture says it. Nothing of the person, the amount or the creditor is in it. */
export type StandingRequest = { state: PaymentState; isOver: boolean; paidAt: Date | null; locale: Locale }

type Rgb = readonly [number, number, number]
type Look = { text: PaymentTextKey; ink: Rgb; ground: Rgb }

const looks = {
  open: { text: 'imageOpen', ink: [122, 62, 0], ground: [255, 243, 224] },
  inProgress: { text: 'imageInProgress', ink: [11, 72, 150], ground: [227, 240, 255] },
  paid: { text: 'imagePaid', ink: [13, 94, 45], ground: [225, 245, 232] },
  expired: { text: 'imageExpired', ink: [72, 78, 88], ground: [238, 240, 243] },
  over: { text: 'imageOver', ink: [72, 78, 88], ground: [238, 240, 243] },
} as const satisfies Record<string, Look>

function lookOf({ state, isOver, paidAt }: StandingRequest): Look {
  if (state === 'paid' && paidAt !== null) return looks.paid
  if (state === 'expired') return looks.expired
  if (isOver || state === 'canceled') return looks.over
  return state === 'in_progress' ? looks.inProgress : looks.open
}

/** The words of a picture, in pieces that are drawn: what a day is made of stands apart. */
export function piecesOf(standing: StandingRequest): string[] {
  const text = paymentText(standing.locale, lookOf(standing).text, { date: '|' })
  const [before = '', after] = text.split('|')
  return after === undefined || standing.paidAt === null ? [text] : [before, ...dayIn(standing.locale, standing.paidAt).split('')]
}

const dayIn = (locale: Locale, at: Date) =>
  new Intl.DateTimeFormat(intlLocale[locale], { day: '2-digit', month: '2-digit', year: 'numeric', timeZone: 'Europe/Amsterdam' }).format(
    at,
  )

type Piece = { width: number; ink: Uint8Array }

// Drawn once, by scripts/draw-status-words.ts: a server has no fonts.
const pieces = new Map<string, Piece>(
  Object.entries(drawn.pieces).map(([text, { width, ink }]) => [text, { width, ink: inflateSync(Buffer.from(ink, 'base64')) }]),
)
const margin = 28

/** The picture that a mail shows each time it is opened, twice as large as it is shown. */
export function statusPicture(standing: StandingRequest): { png: Buffer; width: number; height: number } {
  const { ink, ground } = lookOf(standing)
  const parts = piecesOf(standing).map((text) => {
    const piece = pieces.get(text)
    if (!piece) throw new Error(`no piece is drawn of “${text}”: run scripts/draw-status-words.ts`)
    return piece
  })
  const width = parts.reduce((sum, part) => sum + part.width, 2 * margin)
  const { height } = drawn
  const rgb = new Uint8Array(width * height * 3)
  for (let at = 0; at < rgb.length; at++) rgb[at] = ground[at % 3] ?? 0
  let left = margin
  for (const piece of parts) {
    for (let y = 0; y < height; y++)
      for (let x = 0; x < piece.width; x++) {
        const share = (piece.ink[y * piece.width + x] ?? 0) / 255
        const point = (y * width + left + x) * 3
        for (const part of [0, 1, 2] as const) rgb[point + part] = Math.round(ground[part] + (ink[part] - ground[part]) * share)
      }
    left += piece.width
  }
  return { png: pngOf({ width, height, rgb }), width, height }
}
