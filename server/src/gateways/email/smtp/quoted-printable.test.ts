import fc from 'fast-check'
import { buffer } from 'node:stream/consumers'
import { Encoder } from 'nodemailer/lib/qp'
import { expect, test } from 'vitest'
import { quotedPrintable } from './quoted-printable.ts'

const words = fc.array(
  fc.constantFrom('lang', 'een', ' ', '  ', '\t', '=', '€', 'é', '.', ',', 'x'.repeat(30), 'y'.repeat(80), '\n', '😀', '<p>', '-'),
  {
    maxLength: 120,
  },
)

async function byLibrary(text: string): Promise<string> {
  const encoder = new Encoder()
  encoder.end(text.replaceAll('\n', '\r\n'))
  return (await buffer(encoder)).toString('latin1')
}

test('every text becomes the very bytes of the library', async () => {
  await fc.assert(
    fc.asyncProperty(words, async (parts) => {
      const text = parts.join('')
      expect(quotedPrintable(text)).toBe(await byLibrary(text))
    }),
    { numRuns: 3_000 },
  )
})

test.each([73, 74, 75, 76, 77, 150, 152])('a line of %i characters is cut where the library cuts it', async (length) => {
  for (const text of [`${'a'.repeat(length)}\nend`, 'a'.repeat(length), `${'a b'.repeat(length)}\n`, `kort\n${'a b '.repeat(length)}`])
    expect(quotedPrintable(text)).toBe(await byLibrary(text))
})
