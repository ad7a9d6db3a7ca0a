import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const src = path.resolve(import.meta.dirname, '..')

test('a screen is a phone up to 760 px, narrow up to 1000 px, and nothing else', () => {
  const widths = globSync('**/*.css', { cwd: src }).flatMap((file) =>
    [...readFileSync(path.join(src, file), 'utf8').matchAll(/@media[^{]*width[^{]*/g)].map(([rule]) => rule.trim()),
  )
  expect([...new Set(widths)].sort()).toEqual(['@media (max-width: 1000px)', '@media (max-width: 760px)'])
})
