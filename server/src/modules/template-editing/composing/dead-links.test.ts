import { expect, test } from 'vitest'
import { deadLinks } from './dead-links.ts'

const button = (href: string) => ({ id: 'a', type: 'button', label: 'Ga', href }) as const

test.each([
  ...[
    'https://localhost/x',
    'https://acme',
    'https://192.168.1.4/x',
    'https://intranet.local/',
    'https://voorbeeld.nl',
    'https://www.example.com/a',
  ],
  ...['http://acme.nl', 'https://acme..nl/', 'https://acme.nl/https://acme.nl', '#', ''],
])('%s leads nowhere', (address) => {
  expect(deadLinks('', [button(address)])).toEqual([address])
})

test.each([
  'https://acme.nl',
  'https://www.acme.co.uk/a?b=c',
  '{{betaallink}}',
  'mailto:info@acme.nl',
  'tel:+31201234567',
  'https://acme.nl/{{dossiernummer}}',
])('%s may lead somewhere', (address) => {
  expect(deadLinks('', [button(address)])).toEqual([])
})

test('links within a text and within a paragraph are looked at, each once; the dot behind one is not of it', () => {
  const html = '<p><a>hier</a> of <a href="https://acme.nl">daar</a> of <a href="https://acme.local/x">ginds</a></p>'
  expect(deadLinks('Zie https://acme.nl/x. En http://oud.nl, http://oud.nl.', [{ id: 'b', type: 'text', html }])).toEqual([
    'http://oud.nl',
    '',
    'https://acme.local/x',
  ])
})
