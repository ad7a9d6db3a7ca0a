import type { BatchTrial } from '@regie/contract/batches.ts'
import { expect, test } from 'vitest'
import { evaluateTrial, type TrialCount } from './trial-verdict.ts'

const now = new Date('2026-06-03T10:00:00Z')
const limits = { failed: 10, bounced: 5, blacklisted: 4, complaints: 0 }
const trial = (more: Partial<BatchTrial> = {}): BatchTrial => ({
  state: 'running',
  size: 25,
  waitMinutes: 60,
  limits,
  measured: null,
  exceeded: [],
  startedAt: '2026-06-03T09:00:00.000Z',
  evaluateAt: null,
  evaluatedAt: null,
  ...more,
})
const count = (more: Partial<TrialCount> = {}): TrialCount => ({
  tried: 25,
  untried: 0,
  failed: 0,
  bounced: 0,
  blacklisted: 0,
  complaints: 0,
  ...more,
})
const waiting = { state: 'waiting', evaluateAt: '2026-06-03T10:00:00.000Z' } as const

test.each([
  ['cases that were not tried yet are waited for', trial(), count({ tried: 20, untried: 5 }), { state: 'running' }],
  ['nothing tried says nothing', trial(), count({ tried: 0 }), { state: 'running' }],
  ['when all were tried it waits', trial(), count(), { state: 'waiting', evaluateAt: '2026-06-03T11:00:00.000Z' }],
  ['without a wait it is evaluated at once', trial({ waitMinutes: 0 }), count(), { state: 'passed', evaluatedAt: now.toISOString() }],
  ['at its moment it passes', trial(waiting), count({ failed: 2 }), { state: 'passed', measured: { failed: 8 } }],
  ['before its moment it waits on', trial({ ...waiting, evaluateAt: '2026-06-03T10:00:01.000Z' }), count(), { state: 'waiting' }],
  ['at a limit it passes', trial(waiting), count({ blacklisted: 1 }), { state: 'passed', measured: { blacklisted: 4 } }],
  [
    'over a limit it stops and says which',
    trial(waiting),
    count({ bounced: 2, failed: 3 }),
    { state: 'stopped', exceeded: ['failed', 'bounced'] },
  ],
  [
    'what can no longer be made good stops it early',
    trial(),
    count({ tried: 4, untried: 21, failed: 3 }),
    { state: 'stopped', exceeded: ['failed'] },
  ],
  ['what can still be made good does not', trial(), count({ tried: 4, untried: 21, failed: 2 }), { state: 'running' }],
  [
    'one complaint is one too many',
    trial(),
    count({ tried: 1, untried: 24, complaints: 1 }),
    { state: 'stopped', exceeded: ['complaints'] },
  ],
  ['what is evaluated stays so', trial({ state: 'passed' }), count({ failed: 25 }), { state: 'passed', exceeded: [] }],
])('%s', (_what, before, counted, after) => {
  expect(evaluateTrial(before, counted, now)).toMatchObject(after)
})
