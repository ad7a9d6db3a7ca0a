import type { TemplateBlock } from '@regie/contract/template-blocks.ts'
import mjml2html from 'mjml'
import { expect, test } from 'vitest'
import { mjmlOf } from './mail-mjml.ts'

const image: TemplateBlock = { id: 'i', type: 'image', src: 'https://acme.nl/logo.png', alt: 'Acme' }
const htmlOf = async (blocks: TemplateBlock[], headerHeight: number) => {
  const { html } = await mjml2html(mjmlOf(blocks, 'nl', { preheader: '', headerHeight }), {
    ...{ validationLevel: 'skip', minify: false, fonts: {} },
  })
  return html
}
const imagesIn = (html: string) => html.match(/<img[^>]*>/g) ?? []

test('the image with which a mail begins is as high as its options say and keeps its proportions; another has the width of the mail', async () => {
  const [first = '', second = ''] = imagesIn(await htmlOf([image, { id: 'd', type: 'divider' }, image], 80))
  expect(first).toMatch(/height="80"/)
  expect(first).toMatch(/width:auto;height:auto;max-width:100%;max-height:80px/)
  expect(first).not.toMatch(/width="/)
  expect(second).not.toContain('max-height')
  expect(second).toMatch(/width="552"/)
})

test('a mail that begins with words keeps its images as they are', async () => {
  const html = await htmlOf([{ id: 't', type: 'text', html: '<p>Beste</p>' }, image], 80)
  expect(imagesIn(html).join()).not.toContain('max-height')
})

// WCAG 2.2, 1.4.3: the brighter over the darker of two colours.
const brightness = (colour: string) => {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
const contrast = (one: string, other: string) => {
  const [dark = 0, light = 0] = [brightness(one), brightness(other)].toSorted((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

test('words, links and buttons stand out from their ground, by day and in the dark', () => {
  const page = mjmlOf([], 'nl', { preheader: '', headerHeight: 120 })
  const first = (of: RegExp) => of.exec(page)?.[1] ?? ''
  const pairs = {
    words: [first(/<mj-text [^>]*color="(#\w+)"/), first(/<mj-section background-color="(#\w+)"/)],
    button: [first(/<mj-button [^>]*[^-]color="(#\w+)"/), first(/<mj-button background-color="(#\w+)"/)],
    wordsInDark: [first(/\.card div[^}]*[^-]color: (#\w+)/), first(/\.card td [^}]*background-color: (#\w+)/)],
    linkInDark: [first(/\.card a [^}]*color: (#\w+)/), first(/\.card td [^}]*background-color: (#\w+)/)],
    // A link by day has the colour of the mail program, which is that of a browser.
    link: ['#0000ee', first(/<mj-section background-color="(#\w+)"/)],
  }
  for (const [name, [colour = '', ground = '']] of Object.entries(pairs)) {
    expect([name, colour, ground]).toEqual([name, expect.stringMatching(/^#\w{6}$/), expect.stringMatching(/^#\w{6}$/)])
    expect(contrast(colour, ground), name).toBeGreaterThanOrEqual(4.5)
  }
})
