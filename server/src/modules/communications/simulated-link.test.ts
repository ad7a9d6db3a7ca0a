import { expect, test } from 'vitest'
import { refuseSimulatedLink } from './simulated-link.ts'

const config = { publicUrl: 'https://regie.example' }
const world = (simulated: boolean) => ({ config, gateways: { payment: { simulated } } })
const real = { simulated: false, loopback: false }
const message = { text: 'Betaal op https://regie.example/p/abc', html: null }
const refusal = expect.objectContaining({ code: 'simulatedLink' })

test('a link of the simulated bank leaves by no real channel, neither in the text nor in the HTML', () => {
  expect(() => refuseSimulatedLink(world(true), real, message)).toThrow(refusal)
  expect(() => refuseSimulatedLink(world(true), real, { text: 'Betaal', html: '<a href="https://regie.example/p/abc">hier</a>' })).toThrow(
    refusal,
  )
})

test('a real bank, a simulated channel, one on this machine and a text without a link are not refused', () => {
  for (const [bank, carrier, what] of [
    [false, real, message],
    [true, { simulated: true, loopback: false }, message],
    [true, { simulated: false, loopback: true }, message],
    [true, real, { text: 'Bel ons', html: null }],
  ] as const)
    expect(() => refuseSimulatedLink(world(bank), carrier, what)).not.toThrow()
})
