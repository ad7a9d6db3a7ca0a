import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import vm from 'node:vm'
import { allEndpoints } from '@regie/contract/all-endpoints.ts'
import { Right } from '@regie/contract/right-codes.ts'
import ts from 'typescript'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Staff } from '../../test/builders.ts'
import { openTestApp, type TestApp } from '../../test/open-test-app.ts'

// Reliability.md S17: nothing that somebody sends keeps the server busy for long. Measured by the processor time of this thread, which no
// neighbour on a busy machine adds to; what is slow here is slow by a factor of a hundred.
const cpuMsMax = 500
const length = 50_000
const root = path.resolve(import.meta.dirname, '../../..')

function patternsIn(file: string): string[] {
  const source = ts.createSourceFile(file, readFileSync(path.join(root, file), 'utf8'), ts.ScriptTarget.Latest)
  const found: string[] = []
  const walk = (node: ts.Node): void => {
    if (ts.isRegularExpressionLiteral(node)) found.push(node.text)
    ts.forEachChild(node, walk)
  }
  walk(source)
  return found
}

// Long runs of what patterns repeat, with an end that does not fit.
const pieces = [
  'a',
  'A',
  '0',
  '1 ',
  ' ',
  '\t',
  '\n',
  '-',
  '.',
  '@',
  'a@',
  'a.',
  '+',
  '(',
  ')',
  '{{',
  '}}',
  '{',
  '<',
  '>',
  '/',
  '\\',
  '"',
  ',',
  ';',
  '=',
  '_',
  '%',
  '0.',
  '[',
  'é',
]
const worst = pieces.flatMap((piece) => {
  const run = piece.repeat(Math.ceil(length / piece.length))
  return [run, `a${run}!\0`]
})

test('no pattern of contract or server needs long for 50 kB of the worst', () => {
  const files = globSync(['contract/src/**/*.ts', 'server/src/**/*.ts'], { cwd: root }).filter((file) => !file.endsWith('.test.ts'))
  const patterns = new Map(files.flatMap((file) => patternsIn(file).map((pattern) => [pattern, file] as const)))
  expect(patterns.size).toBeGreaterThan(50)
  const context = vm.createContext({ pattern: /x/, text: '' })
  const replace = new vm.Script(`pattern.lastIndex = 0; text.replace(pattern, '')`)
  const slow: string[] = []
  for (const [pattern, file] of patterns) {
    const end = pattern.lastIndexOf('/')
    context['pattern'] = new RegExp(pattern.slice(1, end), pattern.slice(end + 1))
    for (const text of worst) {
      context['text'] = text
      if (cpuMsOf(() => replace.runInContext(context, { timeout: 20_000 })) > cpuMsMax)
        slow.push(`${pattern} in ${file}, with ${text.slice(0, 4)}…`)
    }
  }
  expect(slow).toEqual([])
})

function cpuMsOf(work: () => unknown): number {
  const before = process.threadCpuUsage()
  try {
    work()
  } catch {
    return Number.POSITIVE_INFINITY
  }
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1000
}

let app: TestApp
let staff: Staff
beforeAll(async () => {
  app = await openTestApp()
  const { id: customerID } = await app.build.customer()
  staff = await app.build.staff({ rights: Object.values(Right), customers: [customerID], home: customerID })
})
afterAll(() => app.close())

const deep = (open: string, close: string, depth: number) => open.repeat(depth) + close.repeat(depth)
const manyKeys = `{${Array.from({ length: 90_000 }, (_, i) => `"k${i}":0`).join(',')}}`
const bodies = {
  'lists in lists': deep('[', ']', 20_000),
  'objects in objects': `${deep('{"a":', '}', 10_000).replace('}', '1}')}`,
  '90,000 keys': manyKeys,
}
// All are parsed and checked by the same code; every sixth stands for the others, and those that keep what they are given come along.
const keepers = ['login.changeSettings', 'cases.create', 'flow.saveDraft', 'feedback.send']
const calls = Object.entries(allEndpoints)
  .filter(([, { method, upload }]) => method !== 'GET' && !upload)
  .filter(([name], at) => at % 6 === 0 || keepers.includes(name))

test.each(Object.entries(bodies))('%s as a body keep nobody waiting', async (_name, payload) => {
  const slow: string[] = []
  for (const [name, { method, path: address }] of calls) {
    // Some calls sign him out.
    staff = { ...staff, secret: await app.build.session(staff.userId) }
    const before = process.threadCpuUsage()
    const answer = await app.app.inject({
      method,
      url: `/api${address.replace(/:\w+/g, '999999')}`,
      headers: { origin: app.origin, cookie: app.cookieOf(staff), 'content-type': 'application/json' },
      payload,
    })
    const { user, system } = process.threadCpuUsage(before)
    if (answer.statusCode >= 500 || (user + system) / 1000 > cpuMsMax)
      slow.push(`${name}: ${answer.statusCode} in ${(user + system) / 1000} ms`)
  }
  expect(slow).toEqual([])
})
