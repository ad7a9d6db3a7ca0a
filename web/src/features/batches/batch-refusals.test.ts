import { expect, test } from 'vitest'
import { batchRefusals } from './batch-refusals.ts'

test.each([
  ['open', ['pause', 'close']],
  ['paused', ['resume', 'close']],
  ['closed', ['reopen']],
  ['preparing', []],
] as const)('a batch that is %s allows %j', (status, actions) => {
  const refusals = batchRefusals(status)
  expect(Object.keys(refusals).filter((action) => refusals[action as keyof typeof refusals] === null)).toEqual(actions)
})
