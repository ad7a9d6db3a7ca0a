import { expect, test } from 'vitest'
import { messageFrame } from './message-frame.ts'

test('the policy stands before everything that the mail holds', () => {
  const frame = messageFrame('<script>alert(1)</script><img src="https://spy.example/x.png">')
  expect(frame.indexOf('Content-Security-Policy')).toBeLessThan(frame.indexOf('<script>'))
  expect(frame).toContain("default-src 'none'")
  expect(frame).not.toMatch(/script-src|https:\/\/[^s]/)
})

test('the sheets of a mail, which our pages refuse, are left out; what it looks like in its attributes stays', () => {
  const sheets = '<STYLE type="text/css">p > b { color: red }</STYLE ><style>\n@media print { a { color: blue } }\n</style>'
  const frame = messageFrame(`<head>${sheets}</head><p style="color:#0f1a24">Beste <b>Jan</b></p><style>i{}</style>`)
  expect(frame).toContain('<head></head><p style="color:#0f1a24">Beste <b>Jan</b></p></body>')
})
