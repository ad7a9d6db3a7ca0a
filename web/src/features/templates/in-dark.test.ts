import { expect, test } from 'vitest'
import { inDark } from './in-dark.ts'

test('grounds and letters turn over; a button keeps its colours', () => {
  const card =
    '<table bgcolor="#ffffff" style="background:#ffffff;background-color:#ffffff"><div style="font-size:16px;color:#0f1a24;">x</div>'
  const button = '<a style="background:#1477aa;color:#ffffff">y</a>'
  expect(inDark(card + button)).toBe(
    `<table bgcolor="#16242f" style="background:#16242f;background-color:#16242f"><div style="font-size:16px;color:#f5f5f5;">x</div>${button}`,
  )
})

test('a link within words is as light as in a program in dark mode', () => {
  expect(inDark('<a href="https://acme.nl">x</a>')).toBe('<a href="https://acme.nl" style="color:#80b6e2">x</a>')
})
