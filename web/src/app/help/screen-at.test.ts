import { expect, test } from 'vitest'
import { screenAt } from './screen-at.ts'

test.each([
  ['/', 'home'],
  ['/cases', 'figure'],
  ['/cases/12', 'case'],
  ['/cases/new', 'newCase'],
  ['/scripts/3', 'script'],
  ['/scripts/3/flow', 'flow'],
  ['/scripts/3/times', 'times'],
  ['/scripts/3/times/9', 'times'],
  ['/manager/edit', 'rightGroups'],
  ['/nergens/heen', null],
])('%s is the screen %s', (path, screen) => expect(screenAt(path)).toBe(screen))
