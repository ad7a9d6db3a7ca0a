import { readFileSync } from 'node:fs'
import { type Locale, locales } from '@regie/contract/locale.ts'
import { caseListColumns } from '@regie/contract/reports.ts'
import { expect, test } from 'vitest'
import { ofListColumn } from './columns/report-columns.ts'
import { reportTexts } from './report-texts.ts'

type Words = Record<'columns', Record<string, string>>
const screenOf = (locale: Locale): Words =>
  JSON.parse(readFileSync(new URL(`../../../../web/src/locales/${locale}/cases.json`, import.meta.url), 'utf8'))

test.each(locales)('a file calls things as the screen does (%s)', (locale) => {
  const [screen, texts] = [screenOf(locale), reportTexts[locale]]
  const heads = caseListColumns.map((column) => [column, ofListColumn[column].slice(0, 1).map((key) => texts.columns[key])])
  expect(heads).toEqual(caseListColumns.map((column) => [column, [screen.columns[column]]]))
})
