import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { LiveClientMessage } from './live-events.ts'

test.each([1.5, -1, 0, 1e300, 2 ** 60, '1', null, [1]])('nobody follows the case %s', (caseID) => {
  expect(z.safeParse(LiveClientMessage, { t: 'sub', id: 1, d: { topic: 'case', caseID } }).success).toBe(false)
})
