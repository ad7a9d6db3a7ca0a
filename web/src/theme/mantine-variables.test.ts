import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { mantineVariables } from './write-mantine-variables.ts'

test('the variables of the component library are those of our theme', async () => {
  expect(await readFile(new URL('./mantine-variables.css', import.meta.url), 'utf8')).toBe(mantineVariables())
})
