import { expect, test } from 'vitest'
import { kindOf } from './file-kind.ts'
import { decodeText } from './text-encoding.ts'

const bytes = (...values: (number | string)[]) =>
  Buffer.concat(values.map((value) => (typeof value === 'string' ? Buffer.from(value) : Buffer.of(value))))

test('UTF-8 with and without a mark', () => {
  expect(decodeText(bytes('naam;René €'))).toEqual({ encoding: 'utf-8', text: 'naam;René €' })
  expect(decodeText(bytes(0xef, 0xbb, 0xbf, 'naam;René'))).toEqual({ encoding: 'utf-8', text: 'naam;René' })
})

test('Windows-1252, with the characters that Latin-1 does not have', () => {
  expect(decodeText(bytes('Ren', 0xe9, ' ', 0x80, '12 ', 0x93, 'ja', 0x94))).toEqual({
    encoding: 'windows-1252',
    text: 'René €12 “ja”',
  })
})

test.each([
  ['UTF-16', bytes(0xff, 0xfe, 'a', 0, 'b', 0)],
  ['bytes that no encoding has', bytes('Ren', 0x81)],
])('broken: %s', (_, content) => {
  expect(decodeText(content)).toBeNull()
})

test('a text with right characters and a broken one is refused with the row where it breaks', () => {
  expect(decodeText(bytes('naam\nRené\n"twee\nregels"\nZo', 0xeb, '\nAnn'))).toEqual({ brokenRow: 4 })
  expect(decodeText(bytes(0xef, 0xbb, 0xbf, 'naam\nRen', 0xe9))).toEqual({ brokenRow: 2 })
  // One right character among many broken ones: still nobody knows what the others were.
  expect(decodeText(bytes('naam\nRen', 0xe9, '\nZo', 0xeb, '\nChloë'))).toEqual({ brokenRow: 2 })
})

test.each([
  ['a table', bytes('a;b\r\n1;2'), 'text'],
  ['nothing', bytes(), 'empty'],
  ['a workbook', bytes('PK', 3, 4, 'xl/workbook'), 'zip'],
  ['a PDF', bytes('%PDF-1.7'), 'other'],
  ['a picture', bytes(0x89, 'PNG'), 'other'],
  ['a page', bytes('<!doctype html><script>'), 'other'],
  ['XML of a bank', bytes(0xef, 0xbb, 0xbf, '<?xml version="1.0"?><Document/>'), 'xml'],
  ['XML with a zero byte', bytes('<?xml version="1.0"?>', 0), 'other'],
  ['zero bytes', bytes('a;b\r\n1', 0, ';2'), 'other'],
  ['UTF-16', bytes(0xfe, 0xff, 0, 'a'), 'utf-16'],
])('the kind of %s is read from its content', (_, content, kind) => {
  expect(kindOf(content)).toBe(kind)
})
