import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestApp, type TestApp } from '../../../../test/open-test-app.ts'
import type { OutgoingCall } from '../voice-gateway.ts'

let app: TestApp
beforeAll(async () => {
  app = await openTestApp()
})
afterAll(() => app.close())

const name = 'simulated-voice'
const gateway = () => app.services.gateways.gatewayOf('call', null)
const callOf = (id: string, to: string, from: string): OutgoingCall => ({
  ...{
    id,
    to,
    from,
    text: 'Goedemiddag',
    voicemailText: null,
    menu: null,
    voice: '',
    language: 'nl',
    withAgent: false,
    agent: null,
    mayQueue: false,
  },
  sound: async () => null,
})
const planned = (ref: string) => app.services.gateways.simulatedEvents.statesOf(name, ref)

test('who was not reached and sees a number calls it back; who sees none can not', async () => {
  await gateway().send(callOf('9001', '+31612345688', '+31201234567'))
  await gateway().send(callOf('9002', '+31612345688', ''))
  await gateway().send(callOf('9003', '+31612345677', '+31201234567'))
  expect(await planned(`${name}-in-9001`)).toEqual(['arrives'])
  expect(await planned(`${name}-in-9002`)).toEqual([])
  expect(await planned(`${name}-in-9003`)).toEqual([])
})

test('who is served waits and hangs up; who is not hears the text; said twice it is planned once', async () => {
  for (let times = 0; times < 2; times++) {
    await gateway().welcome?.(`${name}-in-1`, true)
    await gateway().welcome?.(`${name}-in-2`, false)
  }
  expect(await planned(`${name}-in-1`)).toEqual(['live', 'live', 'answered'])
  expect(await planned(`${name}-in-2`)).toEqual(['live', 'answered'])
})
