import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { decodeCursor, encodeCursor, pageFrom } from './page.ts'

const Place = z.tuple([z.string(), z.number()])

test('the row too many tells of a next page and is not on this one', () => {
  const rows = [
    { name: 'a', id: 1 },
    { name: 'é', id: 2 },
    { name: 'c', id: 3 },
  ]
  const { rows: page, nextCursor } = pageFrom(rows, 2, (row) => [row.name, row.id])
  expect(page).toEqual(rows.slice(0, 2))
  expect(decodeCursor(Place, nextCursor ?? '')).toEqual(['é', 2])
  expect(pageFrom(rows, 3, (row) => [row.id]).nextCursor).toBeNull()
})

test.each(['', 'not base64 !', encodeCursor(['a']), encodeCursor([1, 'a'])])('a cursor that we did not make is refused: %s', (cursor) => {
  expect(() => decodeCursor(Place, cursor)).toThrow(expect.objectContaining({ code: 'error.invalid', field: 'cursor' }))
})
