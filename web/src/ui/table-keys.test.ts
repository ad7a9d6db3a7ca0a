import { expect, test } from 'vitest'
import { movedPlace } from './table-keys.ts'

const size = { rows: 100, columns: 5, pageRows: 15 }
const at = (row: number, column = 1) => ({ row, column })

test.each([
  ['ArrowDown', at(3), at(4)],
  ['j', at(99), at(99)],
  ['k', at(0), at(0)],
  ['ArrowUp', at(0), at(-1)],
  ['ArrowLeft', at(3, 0), at(3, 0)],
  ['ArrowRight', at(3, 4), at(3, 4)],
  ['PageDown', at(90), at(99)],
  ['PageUp', at(3), at(0)],
  ['Home', at(3, 4), at(3, 0)],
])('%s moves within the grid', (key, from, to) => {
  expect(movedPlace(key, false, from, size)).toEqual(to)
})

test('Ctrl End goes to the last cell; other keys with Ctrl belong to the browser', () => {
  expect(movedPlace('End', true, at(3), size)).toEqual(at(99, 4))
  expect(movedPlace('k', true, at(3), size)).toBeNull()
  expect(movedPlace('q', false, at(3), size)).toBeNull()
})
