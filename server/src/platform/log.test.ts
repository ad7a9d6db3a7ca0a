import { PassThrough } from 'node:stream'
import { expect, test } from 'vitest'
import { openLog } from './log.ts'

function logInto() {
  const lines: string[] = []
  const stream = new PassThrough()
  stream.on('data', (chunk: Buffer) => lines.push(chunk.toString()))
  return { log: openLog('info', stream), written: () => lines.join('') }
}

test('a person or a secret that slips into the log is removed', () => {
  const { log, written } = logInto()
  log.info({ password: 'Geheim123', case: { email: 'jan@example.nl', id: 12 }, req: { headers: { cookie: 'session=abc' } } }, 'seen')
  expect(written()).not.toMatch(/Geheim123|jan@example|session=abc/)
  expect(written()).toContain('"id":12')
})

test('the row that a database error quotes stays out of the log', () => {
  const { log, written } = logInto()
  log.error({ err: Object.assign(new Error('duplicate key'), { code: '23505', detail: 'Key (email)=(jan@example.nl) exists' }) }, 'failed')
  expect(written()).toContain('23505')
  expect(written()).not.toContain('jan@example.nl')
})
