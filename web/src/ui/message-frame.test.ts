import { expect, test } from 'vitest'
import { messageFrame } from './message-frame.ts'

test('the policy stands before everything that the mail holds', () => {
  const frame = messageFrame('<script>alert(1)</script><img src="https://spy.example/x.png">')
  expect(frame.indexOf('Content-Security-Policy')).toBeLessThan(frame.indexOf('<script>'))
  expect(frame).toContain("default-src 'none'")
  expect(frame).not.toMatch(/script-src|https:\/\/[^s]/)
})
