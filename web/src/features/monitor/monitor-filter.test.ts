import type { MonitorRow } from '@regie/contract/monitor.ts'
import { expect, test } from 'vitest'
import { withNews } from './monitor-data.ts'
import { countStates, filterMonitor, sortMonitor } from './monitor-filter.ts'

const row = (caseID: number, parts: Partial<MonitorRow> = {}): MonitorRow => ({
  ...{ caseID, caseNumber: `D-${caseID}`, scriptID: 1, scriptName: 'Herinnering', batchID: 2, batchName: 'Najaar', state: 'calling' },
  ...{ since: `2026-06-03T08:00:0${caseID}.000Z`, until: null, agent: null, number: '06 •• 12', attempts: 0, lastAnswer: null },
  ...parts,
})
const all = { q: '', state: '', batch: '', sort: '' }
const ids = (rows: readonly MonitorRow[]) => rows.map(({ caseID }) => caseID)

test('news change a row in its place, new cases come on top, and what is over goes', () => {
  const shown = { rows: [row(1), row(2), row(3)], isCut: false }
  const next = withNews(shown, { rows: [row(2, { state: 'human' }), row(4)], gone: [3, 9] })
  expect(ids(next.rows)).toEqual([4, 1, 2])
  expect(next.rows[2]?.state).toBe('human')
})

test('filters look at script, state, batch and words', () => {
  const rows = [row(1), row(2, { scriptID: 5 }), row(3, { state: 'noanswer', batchID: 7 }), row(4, { agent: 'Noor Bakker' })]
  expect(ids(filterMonitor(rows, all, 5))).toEqual([2])
  expect(ids(filterMonitor(rows, { ...all, state: 'noanswer' }, null))).toEqual([3])
  expect(ids(filterMonitor(rows, { ...all, batch: '7' }, null))).toEqual([3])
  expect(ids(filterMonitor(rows, { ...all, q: 'noor' }, null))).toEqual([4])
  expect(countStates(rows)).toMatchObject({ calling: 3, noanswer: 1, human: 0 })
})

test('without an order rows stay where they are; with one, those alike stand by their case', () => {
  const rows = [row(3, { attempts: 1 }), row(1, { attempts: 1 }), row(2, { attempts: 4 })]
  expect(sortMonitor(rows, null)).toBe(rows)
  expect(ids(sortMonitor(rows, { key: 'attempts', direction: 'desc' }))).toEqual([2, 1, 3])
})
