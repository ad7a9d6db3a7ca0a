import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { mantineVariables } from './write-mantine-variables.ts'

// The formatter breaks long lines and lowers colours; what counts is what the file says.
const bare = (css: string) => css.replaceAll(/\s+/g, '').toLowerCase()

test('the variables of the component library are those of our theme', async () => {
  expect(bare(await readFile(new URL('./mantine-variables.css', import.meta.url), 'utf8'))).toBe(bare(mantineVariables()))
})
