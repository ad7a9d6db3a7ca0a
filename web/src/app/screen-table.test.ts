import { Right } from '@regie/contract/right-codes.ts'
import { expect, test } from 'vitest'
import { screenPaths } from '../paths.ts'
import { entryAt, firstScreen, menuScreens, openScreens, screenTable } from './screen-table.ts'

test('every screen stands in the table once, and no two have one key', () => {
  expect(screenTable.map(({ name }) => name).sort()).toEqual(Object.keys(screenPaths).sort())
  expect(new Set(menuScreens.map(({ menu }) => menu.key)).size).toBe(menuScreens.length)
})

test('the menu shows what one may open, and home is the first of it', () => {
  expect(openScreens([Right.viewCases]).map(({ name }) => name)).toEqual(['home', 'search', 'desk', 'arrangements'])
  expect(firstScreen([Right.viewCases, Right.viewBatches])).toBe('home')
  expect(firstScreen([Right.viewUsers])).toBe('manager')
  expect(firstScreen([])).toBeNull()
})

test('an address falls under the nearest entry of the menu, also with a part that may be left out', () => {
  expect(entryAt('/editor')?.name).toBe('editor')
  expect(entryAt('/editor/sms')?.name).toBe('editor')
  expect(entryAt('/manager/edit')?.name).not.toBe(entryAt('/manager')?.name)
  expect(entryAt('/nowhere')).toBeUndefined()
})
