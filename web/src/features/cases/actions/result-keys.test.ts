import { staffCodes } from '@regie/contract/case-action-rules.ts'
import { expect, test } from 'vitest'
import { codeOfKey, resultKeys } from './result-keys.ts'

test('every code that staff choose has a letter of its own', () => {
  const all = Object.values(resultKeys).flat()
  expect(all.map(([code]) => code).toSorted()).toEqual([...staffCodes].toSorted())
  expect(all.map(([code, letter]) => [code, codeOfKey(letter)])).toEqual(all.map(([code]) => [code, code]))
})
