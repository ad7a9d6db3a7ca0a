import { expect, test } from 'vitest'
import { needTexts } from '../../locales/locale-store.ts'
import { shellFiles } from '../../locales/start-files.ts'
import { importFailure } from './import-failure.ts'

test.each([
  ['file.headingsDuplicate', { heading: 'mobiel' }],
  ['file.headingEmpty', { column: 3 }],
  ['import.citizenNumbers', { heading: 'BSN' }],
  ['file.quoteUnclosed', { line: 12 }],
] as const)('%s names its place once', async (error, params) => {
  await needTexts([...shellFiles, 'files', 'refusals'])
  const words = importFailure({ failure: { error, params }, fileName: 'a.csv' })
  const [place = ''] = Object.values(params).map(String)
  expect(words.split(place)).toHaveLength(2)
})
