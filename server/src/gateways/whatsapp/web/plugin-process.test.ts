import { existsSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type PluginOptions, startPlugin } from './plugin-process.ts'
import { makeTempFolder } from '../../../../test/make-temp-folder.ts'

let dir: string
beforeAll(() => {
  dir = makeTempFolder('plugin')
})
afterAll(() => rmSync(dir, { recursive: true, force: true }))

/** Runs these lines in place of the program that pairs; answers what it said, and why it ended. */
async function run(name: string, lines: string, options: PluginOptions = {}) {
  const program = path.join(dir, `${name}.mjs`)
  writeFileSync(program, lines)
  const heard: object[] = []
  const why = await new Promise<string>((resolve) => {
    startPlugin(
      { ...options, program, nodeFlags: [`--allow-fs-read=${dir}/*`] },
      { onReport: (report) => heard.push(report), onEnd: resolve },
    )
  })
  return { heard, why }
}

test('a program that says what nobody understands, grows too large or does not come to an end is ended', async () => {
  const stay = 'setInterval(() => {}, 1000)'
  expect(await run('words', `console.log('hallo'); ${stay}`)).toEqual({ heard: [], why: 'it says what nobody understands' })
  expect(await run('strange', `console.log('{"is":"open","phone":7}'); ${stay}`)).toMatchObject({ why: 'it says what nobody understands' })
  expect(await run('large', `console.log('{"is":"alive","megabytes":900}'); ${stay}`)).toMatchObject({ why: 'it takes too much memory' })
  expect(await run('endless', `process.stdout.write('x'.repeat(5e6)); ${stay}`)).toMatchObject({ why: 'it does not come to an end' })
})

test('a program that floods us is ended, one that has much to say at once is heard', async () => {
  const stay = 'setInterval(() => {}, 1000)'
  const sayMany = (times: number, line: object) => `for (let i = 0; i < ${times}; i++) console.log(${JSON.stringify(JSON.stringify(line))})`
  const flood = await run('flood', `${sayMany(200_000, { is: 'qr', qr: 'x', forMs: 1 })}; ${stay}`)
  expect(flood.why).toBe('it says too much at once')
  expect(flood.heard.length).toBeLessThanOrEqual(20_000)
  const { heard, why } = await run('busy', sayMany(5_000, { is: 'get', no: 1, kind: 'session', ids: ['a'] }))
  expect([heard.length, why]).toEqual([5_000, 'it ended with 0'])
})

test('what a stranger makes of a message ends no program: it is left out, or read without what makes no sense', async () => {
  const message = {
    is: 'message',
    ref: 'IN1',
    phone: '+31612345678',
    userId: null,
    name: '',
    text: 'Hallo',
    isOwnWords: true,
    quotes: null,
    at: 1,
  }
  const lines = [
    { ...message, quotes: '' },
    { ...message, quotes: 'x'.repeat(5_000) },
    { ...message, phone: '+0' },
    { ...message, ref: 'x'.repeat(5_000) },
    { is: 'receipt', ref: 'x'.repeat(5_000), state: 'read', at: 1 },
    message,
  ]
  const { heard, why } = await run('stranger', lines.map((line) => `console.log(${JSON.stringify(JSON.stringify(line))})`).join('\n'))
  expect(why).toBe('it ended with 0')
  expect(heard).toMatchObject([{ quotes: null }, { quotes: null }, { phone: null }, { quotes: null, phone: '+31612345678' }])
  expect(heard).toHaveLength(4)
})

test('a program that says nothing any more is ended', async () => {
  expect(await run('silent', 'setInterval(() => {}, 1000)', { silentMs: 200 })).toEqual({ heard: [], why: 'it says nothing any more' })
})

test('a program that fills its memory ends itself and nothing else', async () => {
  const { why } = await run('heap', 'const all = []; for (;;) all.push(Array(1e5).fill({}))')
  expect(why).toMatch(/^it ended with (SIGABRT|134)$/)
})

test('it gets nothing of our environment, writes no file and starts no program', async () => {
  process.env['REGIE_TEST_SECRET'] = 'geheim'
  const target = path.join(dir, 'written')
  const { heard } = await run(
    'curious',
    `import { writeFileSync } from 'node:fs'
    import { spawnSync } from 'node:child_process'
    const tried = (work) => { try { work(); return 'done' } catch (error) { return error.code } }
    const tries = [Object.keys(process.env).join(), tried(() => writeFileSync(${JSON.stringify(target)}, 'x')), tried(() => spawnSync('true'))]
    console.log(JSON.stringify({ is: 'open', phone: '', name: tries.join(' ') }))`,
  )
  delete process.env['REGIE_TEST_SECRET']
  expect(heard).toEqual([{ is: 'open', phone: '', name: 'NODE_ENV ERR_ACCESS_DENIED ERR_ACCESS_DENIED' }])
  expect(existsSync(target)).toBe(false)
})
