import { readFileSync } from 'node:fs'
import { locales } from '@regie/contract/locale.ts'
import { caseListColumns } from '@regie/contract/reports.ts'
import { expect, test } from 'vitest'
import { headings } from './case-list.ts'
import { reportTexts } from './report-texts.ts'

type Words = Record<'columns' | 'statuses' | 'results' | 'answers', Record<string, string>>
const screenOf = (locale: string): Words =>
  JSON.parse(readFileSync(new URL(`../../../../web/src/locales/${locale}/cases.json`, import.meta.url), 'utf8'))

test.each(locales)('a file calls things as the screen does (%s)', (locale) => {
  const [screen, texts] = [screenOf(locale), reportTexts[locale]]
  const named: Record<string, string> = { ...texts.columns, ...texts.listColumns }
  const heads = caseListColumns.map((column) => [column, named[headings[column][0] ?? '']])
  expect(heads).toEqual(caseListColumns.map((column) => [column, screen.columns[column]]))
  expect(screen.statuses).toMatchObject(texts.status)
  expect(screen.results).toMatchObject(texts.results)
  expect(screen.answers).toMatchObject(texts.lastAnswer)
})
