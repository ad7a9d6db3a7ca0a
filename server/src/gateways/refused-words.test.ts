import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { caseWords } from '@regie/contract/case-words/case-words.ts'
import { locales } from '@regie/contract/locale.ts'
import { expect, test } from 'vitest'

const source = path.join(import.meta.dirname, '..')
const files = globSync('**/*.ts', { cwd: source }).filter((file) => !file.endsWith('.test.ts'))
// Only our own reasons: a number is one of a provider, and has its words by cause.
const reasonsIn = (code: string) =>
  [...code.matchAll(/new GatewayRefused\(([^,]+),/g)].flatMap(([, first = '']) =>
    [...first.matchAll(/'([a-z]\w*)'/gi)].map(([, reason = '']) => reason),
  )
const reasons = [...new Set(files.flatMap((file) => reasonsIn(readFileSync(path.join(source, file), 'utf8'))))]

test('the reasons of refusals are found in the code', () => {
  expect(reasonsIn("throw new GatewayRefused(status === 404 ? 'unknown' : String(status), words)")).toEqual(['unknown'])
  expect(reasons).toEqual(expect.arrayContaining(['simulatedLink', 'addressInvalid', 'unknown']))
})

test.each(locales)('each reason for which we refuse to send or to pay has words in %s', (locale) => {
  const words: Record<string, string> = caseWords[locale].failures
  expect(reasons.filter((reason) => !words[reason])).toEqual([])
})
