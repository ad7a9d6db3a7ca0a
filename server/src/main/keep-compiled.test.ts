import { spawn } from 'node:child_process'
import { readdirSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { makeTempFolder } from '../../test/make-temp-folder.ts'

const filesOf = (dir: string) => readdirSync(dir, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile()).length

/** A process with a cache of compiled code that runs until it is killed. */
async function startWith(code: string) {
  const cache = makeTempFolder('compile-cache')
  const child = spawn(process.execPath, ['--input-type=module', '-e', `${code}; setInterval(() => {}, 1_000); console.log('runs')`], {
    cwd: import.meta.dirname,
    env: { ...process.env, NODE_COMPILE_CACHE: cache },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await new Promise((resolve) => child.stdout.once('data', resolve))
  const ended = new Promise((resolve) => child.once('exit', resolve))
  const kill = async () => {
    child.kill('SIGKILL')
    await ended
  }
  return { cache, kill }
}

test('a process that is killed leaves what it compiled to its successor', async () => {
  const file = path.join(import.meta.dirname, 'keep-compiled.ts')
  const forgetful = await startWith(`await import(${JSON.stringify(file)})`)
  await forgetful.kill()
  expect(filesOf(forgetful.cache)).toBe(0)

  const ours = await startWith(`const { keepCompiled } = await import(${JSON.stringify(file)}); keepCompiled()`)
  await ours.kill()
  expect(filesOf(ours.cache)).toBeGreaterThan(0)
})
