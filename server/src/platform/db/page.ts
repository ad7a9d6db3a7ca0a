import * as z from 'zod'
import { AppError } from '../app-error.ts'

/** A place in a list: the sort values and id of the last row seen, opaque to the browser. */
export function encodeCursor(place: readonly unknown[]): string {
  return Buffer.from(JSON.stringify(place)).toString('base64url')
}

/** Reads a cursor back; one that we did not make is refused as invalid input. Pass the shape as a zod tuple. */
export function decodeCursor<Shape extends z.core.$ZodType>(shape: Shape, cursor: string): z.output<Shape> {
  const parsed = z.safeParse(shape, parseJson(Buffer.from(cursor, 'base64url').toString('utf8')))
  if (!parsed.success) throw new AppError('error.invalid', { field: 'cursor' })
  return parsed.data
}

/** Cuts a page out of `limit + 1` rows; the one too many shows that there is a next page. */
export function pageFrom<Row>(
  rows: readonly Row[],
  limit: number,
  placeOf: (row: Row) => readonly unknown[],
): { rows: Row[]; nextCursor: string | null } {
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  return { rows: page, nextCursor: rows.length > limit && last !== undefined ? encodeCursor(placeOf(last)) : null }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
