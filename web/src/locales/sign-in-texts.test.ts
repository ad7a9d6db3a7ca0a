import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { signInTexts } from './sign-in-texts.ts'

const src = path.resolve(import.meta.dirname, '..')
const signInCode = globSync(
  [
    'features/{login,password,two-factor}/**/*.ts*',
    'screens/{login,forgot,change,otp,two-factor,expired}-*.tsx',
    'app/login-*.ts*',
    'ui/**/*.tsx',
  ],
  { cwd: src },
)

test('the sign-in screens say nothing that does not come with their code', () => {
  const known = Object.keys(signInTexts)
  const said = signInCode.flatMap((file) =>
    [...readFileSync(path.join(src, file), 'utf8').matchAll(/\b(?:t|findText)\(\s*['`](\w+)\./g)].map(([, name]) => ({
      file,
      name: name ?? '',
    })),
  )
  expect(said.length).toBeGreaterThan(100)
  expect(said.filter(({ file, name }) => !known.includes(name) && !file.endsWith('.test.tsx'))).toEqual([])
})
