import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { afterEach, expect, test } from 'vitest'
import type { Told } from '../../../test/children/odd-child.ts'
import { makeTempFolder } from '../../../test/make-temp-folder.ts'
import { type Child, openChild } from './ask-child.ts'

const program = new URL('../../../test/children/odd-child.ts', import.meta.url)
const longMs = 30_000
let child: Child<Told, unknown>
afterEach(() => child.end())
const open = (limits = {}) => (child = openChild<Told, unknown>(program, { heapMb: 64, ...limits }))
const ask = (told: Told, deadlineMs = longMs) => child.ask(told, deadlineMs)

test('questions are answered in their order, bytes as they are', async () => {
  open()
  const bytes = Buffer.alloc(3_000_000, 7)
  const [first, second] = await Promise.all([ask('echo'), ask(bytes)])
  expect(first).toBe('echo')
  expect(bytes.equals(second as Buffer)).toBe(true)
})

// In a thread this ends the whole process, whatever its limit of memory says: nodejs/node#47224.
test('one list that grows without end ends that process alone, and the next question is answered', async () => {
  open()
  await expect(ask('pushWithoutEnd')).rejects.toMatchObject({ why: 'tooMuchMemory' })
  expect(await ask('echo')).toBe('echo')
})

test('one that runs without end is ended at its deadline; who waited behind it gets an answer of the next', async () => {
  open()
  const first = await ask('pid')
  const [slow, then] = await Promise.allSettled([ask('runWithoutEnd', 500), ask('pid')])
  expect(slow).toMatchObject({ status: 'rejected', reason: { why: 'tooSlow' } })
  expect(then).toMatchObject({ status: 'fulfilled', value: expect.any(Number) as number })
  expect(then).not.toMatchObject({ value: first })
})

test('what it throws is said, and it goes on; when it leaves, the next question starts it anew', async () => {
  open()
  const pid = await ask('pid')
  await expect(ask('throw')).rejects.toMatchObject({ why: 'fault', message: expect.stringContaining('as it was told') as string })
  expect(await ask('pid')).toBe(pid)
  await expect(ask('leave')).rejects.toMatchObject({ why: 'gone' })
  expect(await ask('pid')).not.toBe(pid)
})

test('a program that cannot be loaded says why', async () => {
  child = openChild(new URL('./none.ts', import.meta.url), { heapMb: 64 })
  await expect(ask('echo')).rejects.toMatchObject({ why: 'gone', message: expect.stringContaining('none.ts') as string })
})

test('a question that cannot be sent, or a program that cannot be started, is refused at once, and keeps nobody behind it waiting', async () => {
  open()
  const [first, unsendable, then] = await Promise.allSettled([ask('echo'), ask((() => 'echo') as never), ask('echo')])
  expect([first, then]).toEqual(Array(2).fill({ status: 'fulfilled', value: 'echo' }))
  expect(unsendable).toMatchObject({ reason: { why: 'gone', message: expect.stringContaining('could not be cloned') as string } })
  child = openChild(new URL('file:///a%00b.ts'), { heapMb: 64 })
  for (const question of ['echo', 'pid'] as const)
    await expect(ask(question)).rejects.toMatchObject({ why: 'gone', message: expect.stringContaining('null bytes') as string })
})

// A terminal and systemd stop all processes of a product at once: what is under way is for its parent to end.
test('a signal to stop is for its parent', async () => {
  open()
  const pid = (await ask('pid')) as number
  process.kill(pid, 'SIGINT')
  process.kill(pid, 'SIGTERM')
  expect(await ask('pid')).toBe(pid)
})

test('it has none of our environment, reads none of our files and writes none', async () => {
  open()
  process.env.SECRET_OF_THE_SERVER = 'geheim'
  expect(await ask('environment')).not.toContain('SECRET_OF_THE_SERVER')
  delete process.env.SECRET_OF_THE_SERVER
  await expect(ask({ read: '/etc/hostname' })).rejects.toThrow('has been restricted')
  const file = path.join(makeTempFolder('child'), 'a')
  await expect(ask({ write: file })).rejects.toThrow('has been restricted')
  expect(existsSync(file)).toBe(false)
})

test('it ends when nobody asked for a while, and whoever still waits hears that it was ended', async () => {
  open({ idleMs: 50 })
  const pid = (await ask('pid')) as number
  await expect.poll(() => isAlive(pid)).toBe(false)
  const unanswered = Promise.allSettled([ask('runWithoutEnd'), ask('echo')])
  expect(child.waiting()).toBe(1)
  child.end()
  const over = { status: 'rejected', reason: { why: 'ended' } }
  expect(await unanswered).toMatchObject([over, over])
})

test('it ends with a parent that is killed, and one that runs without end with a parent that ends', async () => {
  const killed = await startParent('setInterval(() => {}, 1_000)')
  expect(isAlive(killed.pid)).toBe(true)
  killed.parent.kill('SIGKILL')
  await expect.poll(() => isAlive(killed.pid)).toBe(false)
  const ended = await startParent(`void child.ask('runWithoutEnd', 30_000); setTimeout(() => process.exit(), 300)`)
  await once(ended.parent, 'exit')
  await expect.poll(() => isAlive(ended.pid)).toBe(false)
})

async function startParent(then: string) {
  const code = `
    import { openChild } from ${JSON.stringify(path.join(import.meta.dirname, 'ask-child.ts'))}
    const child = openChild(new URL(${JSON.stringify(program.href)}), { heapMb: 64 })
    console.log(await child.ask('pid', 30_000))
    ${then}`
  const parent = spawn(process.execPath, ['--input-type=module', '-e', code], { stdio: ['ignore', 'pipe', 'inherit'] })
  const pid = Number(await new Promise<Buffer>((resolve) => parent.stdout.once('data', resolve)))
  return { parent, pid }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
