import { expect, test } from 'vitest'
import { mergeHeaders, withMoved, withShown, withWidth } from './column-settings.ts'

const columns = [{ key: 'name' }, { key: 'open' }, { key: 'comments', isHidden: true }]
const header = (key: string, words = '') => ({ key, headerProps: { class: words } })

test('without saved headers the defaults hold', () => {
  expect(mergeHeaders([], columns)).toEqual([header('name'), header('open'), header('comments', 'd-none')])
})

test('saved order and visibility win, and other words of the class stay', () => {
  const saved = [header('comments'), header('open', 'wide d-none'), header('name')]
  expect(mergeHeaders(saved, columns)).toEqual(saved)
})

test('a saved column that no longer exists falls away', () => {
  expect(mergeHeaders([header('gone'), header('open'), header('name'), header('comments')], columns).map((column) => column.key)).toEqual([
    'open',
    'name',
    'comments',
  ])
})

test('a column that is new since comes at the end, as it is by default', () => {
  expect(mergeHeaders([header('open')], columns)).toEqual([header('open'), header('name'), header('comments', 'd-none')])
})

test('a key that was saved twice counts once', () => {
  expect(mergeHeaders([header('open', 'd-none'), header('open'), header('name'), header('comments')], columns)).toHaveLength(3)
})

test('hiding, showing, moving and widening change one column only', () => {
  const headers = mergeHeaders([], columns)
  expect(withShown(headers, 'open', false)[1]).toEqual(header('open', 'd-none'))
  expect(withShown(withShown(headers, 'open', false), 'open', true)).toEqual(headers)
  expect(withMoved(headers, 'open', -1).map((column) => column.key)).toEqual(['open', 'name', 'comments'])
  expect(withMoved(headers, 'name', -1)).toEqual(headers)
  expect(withWidth(headers, 'name', 5)[0]?.headerProps.width).toBe(60)
})
