import { expect, test } from 'vitest'
import { isWhatItSays } from './media-type.ts'

test.each([
  ['image/jpeg', 'ffd8ffe000104a46'],
  ['image/png', '89504e470d0a1a0a00'],
  ['image/webp', '52494646aabbccdd57454250'],
  ['audio/ogg; codecs=opus', '4f67675300'],
  ['video/mp4', '0000001866747970'],
  ['application/pdf', '255044462d312e37'],
  ['text/plain', '48616c6c6f'],
])('a file of kind %s is kept', (type, hex) => {
  expect(isWhatItSays(type, Buffer.from(hex, 'hex'))).toBe(true)
})

test.each([
  ['image/jpeg', '3c68746d6c3e'],
  ['application/pdf', '4d5a9000'],
  ['text/plain', '4d5a9000'],
  ['text/html', '3c68746d6c3e'],
  ['image/svg+xml', '3c737667'],
  ['application/x-msdownload', '4d5a'],
  ['', ''],
])('one that calls itself %s and begins with %s is not', (type, hex) => {
  expect(isWhatItSays(type, Buffer.from(hex, 'hex'))).toBe(false)
})
