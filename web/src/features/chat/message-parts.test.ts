import { expect, test } from 'vitest'
import { withPage } from './chat-data.ts'
import { partsOf } from './message-parts.ts'

test('a case and a colleague stand out, markup and addresses stay text', () => {
  const text = 'Kijk @anna.b: #DOS-7, DOS-77 <b>x</b> javascript:alert(1) a@b.nl'
  expect(partsOf({ text, cases: [{ caseNumber: 'DOS-7', caseID: 3 }] })).toEqual([
    { kind: 'text', text: 'Kijk ' },
    { kind: 'mention', text: '@anna.b' },
    { kind: 'text', text: ': #' },
    { kind: 'case', text: 'DOS-7', caseID: 3 },
    { kind: 'text', text: ', DOS-77 <b>x</b> javascript:alert(1) a@b.nl' },
  ])
})

const row = (messageID: number, text = 'x') => ({
  ...{ messageID, channelID: 1, by: 'anna', byUserID: 1, mine: false, at: '2026-06-03T09:00:00Z', text, editedAt: null, isRemoved: false },
  cases: [],
})
const page = (from: number, to: number, hasMore: boolean) => ({
  rows: Array.from({ length: to - from + 1 }, (_, at) => row(to - at)),
  hasMore,
})
const none = { page: undefined, rows: [], hasMore: false }

test('the newest page stands over what was read before, and alone where the two do not meet', () => {
  const first = withPage(none, page(51, 100, true))
  const older = { ...first, rows: [...page(1, 50, false).rows.toReversed(), ...first.rows], hasMore: false }
  expect(withPage(older, page(61, 110, true)).rows.map(({ messageID }) => messageID)).toEqual(
    Array.from({ length: 110 }, (_, at) => at + 1),
  )
  expect(withPage(older, page(201, 250, true))).toMatchObject({ hasMore: true, rows: { length: 50 } })
})
