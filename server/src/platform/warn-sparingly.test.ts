import { expect, test } from 'vitest'
import { warnSparingly } from './warn-sparingly.ts'

test('a flood is one line at once, then one in five seconds that counts what it leaves out', () => {
  const lines: object[] = []
  let at = 0
  const warn = warnSparingly({ warn: (facts) => lines.push(facts) }, 'away', () => at)
  for (at = 0; at < 10_000; at += 1) warn('gone')
  expect(lines).toEqual([{ err: 'gone' }, { err: 'gone', leftOut: 4999 }])
})
