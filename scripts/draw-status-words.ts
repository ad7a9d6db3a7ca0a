// Draws the words of the picture that a mail shows of a payment request, in the font of the product: `node scripts/draw-status-words.ts`, after one of
// them changed. The server puts the pieces together: it has no fonts.
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { deflateSync } from 'node:zlib'
import { locales } from '@regie/contract/locale.ts'
import { chromium } from 'playwright'
import { paymentText } from '../server/src/modules/payment-links/payment-texts.ts'
import { ensureBrowser } from './ensure-browser.ts'

const height = 72
const root = path.join(import.meta.dirname, '..')
const font = readFileSync(path.join(root, 'node_modules/@fontsource-variable/inter/files/inter-latin-wght-normal.woff2')).toString('base64')

const keys = ['imageOpen', 'imageInProgress', 'imagePaid', 'imageExpired', 'imageOver'] as const
const words = locales.flatMap((locale) => keys.map((key) => paymentText(locale, key, { date: '' })))
const texts = [...new Set([...words, ...'0123456789-/'.split('')])]

const browser = await chromium.launch({ executablePath: await ensureBrowser(), args: ['--no-sandbox', '--disable-gpu'] })
const tab = await browser.newPage()
await tab.setContent(`<style>@font-face { font-family: Inter; src: url(data:font/woff2;base64,${font}); font-weight: 100 900 }</style>`)
type Drawn = { text: string; width: number; ink: number[] }
// As text: it runs in the browser, whose names this program does not have.
const drawn = await tab.evaluate<Drawn[]>(`(async () => {
  const font = '600 32px Inter'
  await document.fonts.load(font)
  return ${JSON.stringify(texts)}.map((text) => {
    const canvas = document.createElement('canvas')
    const pen = canvas.getContext('2d', { willReadFrequently: true })
    pen.font = font
    canvas.width = Math.ceil(pen.measureText(text).width)
    canvas.height = ${height}
    pen.font = font
    pen.textBaseline = 'middle'
    pen.fillText(text, 0, ${height / 2 + 1})
    const { data } = pen.getImageData(0, 0, canvas.width, canvas.height)
    return { text, width: canvas.width, ink: Array.from({ length: data.length / 4 }, (_one, i) => data[i * 4 + 3]) }
  })
})()`)
await browser.close()

const pieces = Object.fromEntries(
  drawn.map(({ text, width, ink }) => [text, { width, ink: deflateSync(Uint8Array.from(ink), { level: 9 }).toString('base64') }]),
)
writeFileSync(
  path.join(root, 'server/src/modules/payment-links/requests/status-words.json'),
  `${JSON.stringify({ height, pieces }, null, 2)}\n`,
)
