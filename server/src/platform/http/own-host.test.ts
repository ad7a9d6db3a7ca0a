import { expect, test } from 'vitest'
import { openLog } from '../log.ts'
import { openHttpServer } from './http-server.ts'
import { isFromUs } from './origin-check.ts'

const open = async () => {
  const app = await openHttpServer({
    log: openLog('silent'),
    publicUrl: 'https://regie.example',
    trustProxy: ['192.0.2.1'],
    allowedHosts: ['kantoor.example', 'backend:4300'],
    stalledAnswerMs: 60_000,
  })
  app.get('/', async () => 'us')
  app.get('/api/ready', async () => 'ready')
  return app
}

test.each([
  ['regie.example', 200],
  ['REGIE.EXAMPLE', 200],
  ['regie.example:443', 200],
  ['kantoor.example', 200],
  ['backend:4300', 200],
  ['127.0.0.1:4300', 200],
  ['[::1]:4300', 200],
  ['localhost:4300', 200],
  ['backend:4301', 421],
  ['evil.example', 421],
  ['regie.example.evil.example', 421],
  ['x.regie.example', 421],
  ['127.0.0.1.evil.example', 421],
  ['regie.example@evil.example', 421],
])('asked as %s the answer is %i', async (host, status) => {
  const app = await open()
  const answer = await app.inject({ url: '/', headers: { host } })
  expect(answer.statusCode).toBe(status)
  if (status === 421) expect(answer.json()).toMatchObject({ error: 'error.hostRefused' })
  await app.close()
})

test('only our proxy says under which name it was asked, and a probe may ask whether we are ready under any', async () => {
  const app = await open()
  const ask = (remoteAddress: string, url = '/', host = 'regie.example') =>
    app.inject({ url, remoteAddress, headers: { host, 'x-forwarded-host': 'evil.example' } }).then(({ statusCode }) => statusCode)
  expect(await ask('192.0.2.1')).toBe(421)
  expect(await ask('198.51.100.1')).toBe(200)
  expect(await ask('198.51.100.1', '/api/ready', 'pod-7')).toBe(200)
  await app.close()
})

test.each([
  ['https://regie.example', 'https://regie.example', 'regie.example', true],
  ['http://regie.example', 'https://regie.example', 'regie.example', false],
  ['http://kantoor.example', 'https://regie.example', 'kantoor.example', false],
  ['https://kantoor.example', 'https://regie.example', 'kantoor.example', true],
  ['http://127.0.0.1:4300', 'http://localhost:4300', '127.0.0.1:4300', true],
])('a page of %s on the site %s', (origin, publicUrl, host, isOurs) => {
  expect(isFromUs({ headers: { origin }, host }, publicUrl)).toBe(isOurs)
})
