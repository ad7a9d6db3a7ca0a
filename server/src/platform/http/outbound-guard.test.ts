import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { mustBeAllowed, OutboundRefused, openGuardedFetch } from './outbound-guard.ts'
import { isPublicAddress } from './public-address.ts'

let asked = 0
const server = http.createServer((request, answer) => {
  asked++
  if (request.url === '/long') answer.end(Buffer.alloc(2 * 1024 * 1024))
  else if (request.url === '/away') answer.writeHead(302, { location: '/here' }).end()
  else if (request.url === '/here') answer.end('here')
  // Any other waits for ever.
})
let port = 0
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, resolve))
  port = (server.address() as AddressInfo).port
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

test('addresses of the internet are told from those of this machine, its network and the cloud', () => {
  const ours = [
    ...['127.0.0.1', '127.9.9.9', '0.0.0.0', '10.1.2.3', '172.16.0.1', '172.31.255.255', '192.168.1.1', '169.254.169.254', '100.64.0.1'],
    ...['224.0.0.1', '255.255.255.255', '::1', '::', '::ffff:127.0.0.1', '::ffff:8.8.8.8', '::127.0.0.1', 'fd00::1', 'fe80::1', 'ff02::1'],
    ...['64:ff9b::7f00:1', '2002:7f00:1::', '2001:0:7f00:1::', '2001:db8::1', 'not an address', ''],
  ]
  for (const address of ours) expect(isPublicAddress(address), address).toBe(false)
  for (const address of ['8.8.8.8', '172.32.0.1', '145.53.1.1', '2a00:1450:400e::1', '2606:4700::1111'])
    expect(isPublicAddress(address), address).toBe(true)
})

test('no packet goes to this machine, however it is written', async () => {
  const guarded = openGuardedFetch({ allowedHosts: [] })
  const hosts = [
    '127.0.0.1',
    'localhost',
    'LOCALHOST',
    '[::1]',
    '[::ffff:127.0.0.1]',
    '0',
    '0.0.0.0',
    '2130706433',
    '0x7f000001',
    '0177.0.0.1',
    '127.1',
  ]
  for (const host of hosts) {
    for (const scheme of ['https', 'http']) {
      const url = `${scheme}://${host}:${port}/here`
      await expect(guarded(url), url).rejects.toThrow()
    }
  }
  expect(asked).toBe(0)
})

test('a name that leads to this machine is refused when it is looked up', async () => {
  await expect(openGuardedFetch({ allowedHosts: [] })(`https://localhost:${port}/`)).rejects.toThrow(OutboundRefused)
  expect(asked).toBe(0)
})

test('other schemes, names in the URL, ports of other services and plain http are refused', () => {
  for (const url of [
    'ftp://example.com/',
    'file:///etc/passwd',
    'gopher://example.com',
    'https://user@example.com/',
    'https://a:b@example.com/',
    'https://example.com:22/',
    'https://example.com:25/',
    'http://example.com/',
    'example.com',
  ])
    expect(() => mustBeAllowed(url, []), url).toThrow(OutboundRefused)
  expect(mustBeAllowed('https://example.com:8443/x', []).href).toBe('https://example.com:8443/x')
})

test('a host of our own that the configuration names may be asked; it is not followed, waited for or read without end', async () => {
  const allowedHosts = [`127.0.0.1:${port}`]
  const guarded = openGuardedFetch({ allowedHosts })
  const base = `http://127.0.0.1:${port}`
  expect(await (await guarded(`${base}/here`)).text()).toBe('here')
  expect((await guarded(`${base}/away`)).status).toBe(302)
  await expect(guarded(`${base}/long`)).rejects.toThrow(OutboundRefused)
  await expect(openGuardedFetch({ allowedHosts, timeoutMs: 300 })(`${base}/never`)).rejects.toThrow(/aborted/i)
  await expect(guarded(`http://localhost:${port}/here`)).rejects.toThrow(OutboundRefused)
})
