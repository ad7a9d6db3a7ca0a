import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { errorCodes } from '@regie/contract/error-codes.ts'
import { expect, test } from 'vitest'
import { loadAllTexts } from './load-texts.ts'
import type { TextFile } from './messages.ts'
import { signInTexts } from './sign-in-texts.ts'
import { shellFiles, signInFiles } from './start-files.ts'

type Part = { file: string; texts: string[] }
type Source = { imports: string[]; parts: Part[]; keys: string[] }

const src = path.resolve(import.meta.dirname, '..')
const nl = await loadAllTexts('nl')
// What the file of the audit log and the paper of a case say as well stands in the contract, with the keys of the same texts.
const contract = '../../contract/src'
const shared = ['audit-values', 'case-words']
const sources = new Map(
  [...globSync('**/*.{ts,tsx}', { cwd: src }), ...shared.flatMap((folder) => globSync(`${contract}/${folder}/*.ts`, { cwd: src }))]
    .filter((file) => !/\.test\.tsx?$|\.d\.ts$/.test(file))
    .map((file) => [file, readSource(file)]),
)
const parts = [...sources.values()].flatMap((source) => source.parts)

function readSource(file: string): Source {
  const code = readFileSync(path.join(src, file), 'utf8').replace(/^import type .*$|\/\*\*[^]*?\*\/|^ *\/\/.*$/gm, '')
  const at = (found: string | undefined) => path.join(path.dirname(file), found ?? '')
  const parts = [...code.matchAll(/withTexts\(\s*(\w+|\[[^\]]*\]),\s*import\('([^']+)'\)/g)].map(([, texts = '', imported]) => ({
    file: at(imported),
    texts:
      texts === 'signInFiles'
        ? [...signInFiles]
        : texts === 'shellFiles'
          ? [...shellFiles]
          : [...texts.matchAll(/'(\w+)'/g)].map(([, name = '']) => name),
  }))
  const imports = [
    ...code.matchAll(/(?:from|import\(|import) ?'((?:\.|@regie\/contract\/(?:audit-values|case-words)\/)[^']+\.tsx?)'/g),
  ].map(([, imported = '']) => (imported.startsWith('@') ? path.join(contract, imported.slice('@regie/contract/'.length)) : at(imported)))
  return { imports: imports.filter((imported) => parts.every((part) => part.file !== imported)), parts, keys: keysIn(code) }
}

// Keys stand in the code as whole strings or, where a state or code ends them, as templates.
function keysIn(code: string): string[] {
  return [...code.matchAll(/['`]((\w+)\.[\w.]*(?:\$\{[^`]*?\}[\w.]*)*)['`]/g)].flatMap(([, key = '', name = '']) =>
    name in nl ? [key] : [],
  )
}

/** The text files that a part of the app shows: its own code and all that it loads without a further `withTexts`. */
function textsOf(entry: string, without?: string): Set<string> {
  const seen = new Set<string>()
  const visit = (file: string) => {
    if (seen.has(file) || file === without) return
    seen.add(file)
    sources.get(file)?.imports.forEach(visit)
  }
  visit(entry)
  return new Set([...seen].flatMap((file) => sources.get(file)?.keys ?? []).map((key) => key.split('.')[0] ?? ''))
}

test('what the sign-in screens and the shell show is there from the start', () => {
  expect(Object.keys(signInTexts).sort()).toEqual([...signInFiles].sort())
  // A refusal is looked for in both files of them; signing in has its own in `errors`.
  const signIn = [...textsOf('app/login-start.tsx', 'app/start-app.tsx')].filter((name) => name !== 'refusals')
  expect(signIn.filter((name) => !signInFiles.includes(name as TextFile))).toEqual([])
  expect([...textsOf('app/start-app.tsx')].filter((name) => !shellFiles.includes(name as TextFile))).toEqual([])
})

test.each(parts.map((part) => [part.file, part.texts] as const))('%s loads the texts that it shows and no others', (file, texts) => {
  const beyond = [...textsOf(file)].filter((name) => !shellFiles.includes(name as TextFile))
  expect(texts.toSorted()).toEqual(beyond.sort())
})

test('every text is shown somewhere', () => {
  const keys = [...sources.values()].flatMap((source) => source.keys)
  const whole = new Set([...keys, ...Object.keys(errorCodes).flatMap((code) => [`errors.${code}`, `refusals.${code}`])])
  const patterns = keys
    .filter((key) => key.includes('${'))
    .map((key) => new RegExp(`^${key.replaceAll('.', '[.]').replace(/\$\{.*?\}/g, '.+')}$`))
  const unused = flatKeys(nl).filter((key) => !whole.has(key) && !patterns.some((pattern) => pattern.test(key)))
  expect(unused).toEqual([])
})

function flatKeys(texts: object, before = ''): string[] {
  return Object.entries(texts).flatMap(([key, text]: [string, unknown]) =>
    typeof text === 'object' && text !== null ? flatKeys(text, `${before}${key}.`) : [before + key],
  )
}
