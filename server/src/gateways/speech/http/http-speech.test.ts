import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { usualSpeechHttp } from '@regie/contract/speech-providers.ts'
import { readConfig } from '../../../platform/config.ts'
import { encrypt } from '../../../platform/security/encryption.ts'
import { type RegisteredProvider, secretPurpose } from '../../registered-provider.ts'
import { openHttpSpeech } from './http-speech.ts'

type Asked = { url: string; authorization: string | undefined; body: unknown }
let server: http.Server
let asked: Asked[] = []
let answer = { status: 200, body: Buffer.from('RIFF') }
let port = 0
beforeEach(async () => {
  asked = []
  answer = { status: 200, body: Buffer.from('RIFF') }
  server = http.createServer((request, response) => {
    let body = ''
    request.on('data', (part: Buffer) => (body += part.toString()))
    request.on('end', () => {
      asked.push({ url: request.url ?? '', authorization: request.headers.authorization, body: JSON.parse(body) })
      response.writeHead(answer.status, { 'content-type': 'audio/wav' }).end(answer.body)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  ;({ port } = server.address() as AddressInfo)
})
afterEach(() => new Promise((resolve) => server.close(resolve)))

function open({ isAllowed = true } = {}) {
  const config = readConfig({ DATA_DIR: '/tmp/regie-none', ...(isAllowed && { ALLOW_PRIVATE_HOSTS: `127.0.0.1:${port}` }) })
  const named = { customerId: 3, id: 9 }
  const provider: RegisteredProvider = {
    ...{ ...named, channel: 'call', name: 'Stemmen', dkimKey: null, state: 'active', version: 4 },
    settings: { kind: 'speech-http', ...usualSpeechHttp, url: `http://127.0.0.1:${port}/v1` },
    secret: encrypt(config.secretKey, 'sleutel', secretPurpose(named)),
  }
  const speech = openHttpSpeech(config)
  return { speech, provider, gateway: speech.gatewayOf(provider) }
}
const utterance = { text: 'Goedemiddag', voice: 'Bram', speed: 1.2 } as const

test('the service gets the words, its own name of the voice, and the key', async () => {
  const { gateway } = open()
  expect((await gateway.speak(utterance)).toString()).toBe('RIFF')
  expect(asked).toEqual([
    {
      url: '/v1/audio/speech',
      authorization: 'Bearer sleutel',
      body: { model: 'gpt-4o-mini-tts', voice: 'onyx', input: 'Goedemiddag', speed: 1.2, response_format: 'wav' },
    },
  ])
})

test('the test has each voice say a word', async () => {
  const { speech, provider } = open()
  await speech.test(provider)
  expect(asked.map(({ body }) => (body as { voice: string }).voice)).toEqual(Object.values(usualSpeechHttp.voices))
})

test.each([
  [401, { name: 'GatewayUnavailable', fault: 'signIn' }],
  [429, { name: 'GatewayBusy' }],
  [500, { name: 'GatewayUnavailable', fault: 'answer' }],
])('an answer of %i', async (status, refusal) => {
  answer = { status, body: Buffer.from('') }
  await expect(open().gateway.speak(utterance)).rejects.toMatchObject(refusal)
})

test('a service on our own network is not asked unless that is allowed', async () => {
  await expect(open({ isAllowed: false }).gateway.speak(utterance)).rejects.toMatchObject({ fault: 'notAllowed' })
  expect(asked).toEqual([])
})
