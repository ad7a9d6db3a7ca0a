import { expect, test } from 'vitest'
import { jpegOf, pngOf } from '../../../test/pictures.ts'
import { cleanPicture } from './clean-picture.ts'

const secret = 'GPS 52.37 N, gemaakt door A. Jansen'

test('a PNG keeps its pixels and size, and loses remarks, places, and whatever follows it', () => {
  const bare = pngOf(600, 315)
  const noted = Buffer.concat([pngOf(600, 315, { tEXt: secret, eXIf: secret, tIME: '1234567' }), Buffer.from(`<script>${secret}</script>`)])
  expect(cleanPicture(noted)).toEqual({ mediaType: 'image/png', width: 600, height: 315, content: bare })
  expect(cleanPicture(bare)?.content.equals(bare)).toBe(true)
})

test('a JPEG loses what a camera wrote, and says still how it was held', () => {
  const bare = jpegOf(640, 480)
  expect(cleanPicture(jpegOf(640, 480, { comment: secret, exif: { words: secret, turn: 1 } }))).toEqual({
    ...{ mediaType: 'image/jpeg', width: 640, height: 480, content: bare },
  })
  for (const isLittle of [true, false]) {
    const turned = cleanPicture(jpegOf(640, 480, { exif: { words: secret, turn: 6, isLittle } }))
    expect(turned).toMatchObject({ width: 480, height: 640 })
    expect(turned?.content.includes('Jansen')).toBe(false)
    // What is left says it in the same way: once more changes nothing.
    expect(cleanPicture(turned?.content ?? bare)).toEqual(turned)
  }
})

test.each([
  ['a PNG that breaks off', pngOf(600, 315).subarray(0, -6)],
  ['a JPEG that breaks off', jpegOf(640, 480).subarray(0, -2)],
  ['a JPEG without pixels', Buffer.from('ffd8ffd9', 'hex')],
  ['a PNG without pixels', Buffer.from('89504e470d0a1a0a0000000049454e44ae426082', 'hex')],
  ['one that is nothing wide', pngOf(0, 315)],
  ['a drawing', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="x()"/>')],
  ['a GIF', Buffer.from('GIF89a\x01\x00\x01\x00', 'latin1')],
  ['one byte', Buffer.from([0xff])],
])('%s is no picture', (_name, given) => {
  expect(cleanPicture(given)).toBeNull()
})

test('whatever byte is changed or left out, the answer is a picture or none, never a fault', () => {
  const given = jpegOf(640, 480, { comment: secret, exif: { words: secret, turn: 8 } })
  for (let at = 0; at < given.length; at++) {
    for (const byte of [0, 0x7f, 0xff]) {
      const broken = Buffer.from(given)
      broken[at] = byte
      expect(() => cleanPicture(broken)).not.toThrow()
      expect(() => cleanPicture(broken.subarray(0, at))).not.toThrow()
    }
  }
})
