import { expect, test } from 'vitest'
import { ownPathOf } from './own-path.ts'

test('paths of our own screens stay as they are', () => {
  for (const path of ['/', '/batches', '/cases/12?tab=timeline#last', '/search?q=jan%20jansen']) expect(ownPathOf(path)).toBe(path)
})

test('whatever leads elsewhere leads home', () => {
  const elsewhere = [
    undefined,
    '',
    'batches',
    '//evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    '///evil.example',
    '/.//evil.example',
    '/a/..//evil.example',
    'https://evil.example',
    'javascript:alert(1)',
    '/\tjavascript:alert(1)',
    '/\r\nset-cookie: a=b',
    '/\u0000',
    ' /batches',
    '/api/login/logout',
    '/batches/../api/x',
    `/${'x'.repeat(3_000)}`,
  ]
  for (const path of elsewhere) expect(ownPathOf(path), String(path).slice(0, 40)).toBe('/')
})

test('what is escaped stays escaped', () => {
  expect(ownPathOf('/%0d%0aset-cookie:a=b')).toBe('/%0d%0aset-cookie:a=b')
})
