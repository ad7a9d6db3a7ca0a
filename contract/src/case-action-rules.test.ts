import { expect, test } from 'vitest'
import { caseActionRefusal, casePauseRefusal, effectsOfResult, missingWithResult, staffCodes } from './case-action-rules.ts'
import type { ResultCode } from './result-codes.ts'

test.each([
  ['open', { setResult: null, close: null, pause: null, resume: 'case.notPaused', reopen: 'case.notClosed' }],
  ['paused', { setResult: null, close: null, pause: null, resume: null, reopen: 'case.notClosed' }],
  [
    'closed',
    { setResult: 'case.alreadyClosed', close: 'case.alreadyClosed', pause: 'case.alreadyClosed', resume: 'case.notPaused', reopen: null },
  ],
] as const)('what may be done with a case that is %s', (status, wanted) => {
  const actions = Object.keys(wanted) as (keyof typeof wanted)[]
  expect(Object.fromEntries(actions.map((action) => [action, caseActionRefusal(status, action)]))).toEqual(wanted)
})

test.each([
  [null, null],
  ['2026-06-03T09:00:00Z', 'case.pauseInPast'],
  ['2026-06-03T09:00:01Z', null],
  ['2027-06-03T09:00:00Z', null],
  ['2027-06-03T09:00:01Z', 'case.pauseTooLong'],
])('a pause until %s is answered with %s', (until, wanted) =>
  expect(casePauseRefusal(until === null ? null : new Date(until), new Date('2026-06-03T09:00:00Z'))).toBe(wanted),
)

// Each code that staff choose, with what its flags ask for: F closes, T calls back, P promises, X blacklists, K stops.
const table: Record<string, string> = {
  ...{ BETL: '', TOEZ: 'callsBack promises', REG: 'promises', REGA: '', TERUG: 'callsBack', GBEL: 'callsBack', NWIL: '', NBET: '' },
  ...{
    DISP: 'dispute',
    KLA: 'complaint',
    SHV: 'closes asksDebtHelp',
    WSNP: 'closes asksDebtHelp',
    BEW: 'asksDebtHelp',
    OVL: 'closes blacklists',
    KWB: 'vulnerable',
  },
  ...{
    GEEN: 'answers',
    VMI: 'answers',
    VERK: 'blacklists',
    AFM: 'blacklists',
    INF: '',
    GEG: '',
    BET: 'closes books',
    RET: 'closes',
    DUB: 'closes',
  },
}
test('every code that staff choose does what its flags say', () => {
  const spoken = (code: ResultCode) => {
    const { stopsFor, ...actions } = effectsOfResult(code)
    return [...Object.entries(actions).flatMap(([action, is]) => (is ? [action] : [])), ...(stopsFor ? [stopsFor] : [])].join(' ')
  }
  expect(Object.fromEntries(staffCodes.map((code) => [code, spoken(code)]))).toEqual(table)
})

test.each([
  ['TERUG', {}, 'case.callbackMissing'],
  ['TERUG', { callbackAt: '2026-06-04T09:00:00Z' }, undefined],
  ['TOEZ', {}, 'case.callbackMissing'],
  ['TOEZ', { parts: [{}] }, undefined],
  ['TERUG', { parts: [{}] }, 'case.callbackMissing'],
  ['OVL', {}, 'case.retentionMissing'],
  ['AFM', { retention: '2y' }, undefined],
  ['KLA', { note: '  ' }, 'case.textMissing'],
  ['DISP', { note: 'Al betaald' }, undefined],
  ['KWB', {}, undefined],
  ['SHV', {}, 'debtHelp.organisationMissing'],
  ['BEW', { debtHelp: { organisation: ' ' } }, 'debtHelp.organisationMissing'],
  ['WSNP', { debtHelp: { organisation: 'Rechtbank' } }, undefined],
] as const)('%s given with %o misses %s', (code, given, refusal) => expect(missingWithResult(code, given)?.refusal).toBe(refusal))
