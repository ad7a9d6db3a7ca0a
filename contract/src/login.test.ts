import { expect, test } from 'vitest'
import { settingsOf } from './login.ts'

test('a setting that is no longer understood is left out, and the others of that user stay', () => {
  const settings = settingsOf({ locale: 'fr', caseInfo: false, caseHeaders: 'all', gone: 1 })
  expect(settings).toMatchObject({ locale: 'fr', caseInfo: false, caseHeaders: [] })
  expect(settings).not.toHaveProperty('gone')
})

test('who never set anything has the standard', () => {
  expect(settingsOf(null)).toMatchObject({ locale: 'nl', caseInfo: true, selection: {} })
})
