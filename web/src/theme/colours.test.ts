import { describe, expect, test } from 'vitest'
import { background, colours, ink, inkSoft, primaryHover } from './colours.ts'
import { contrast } from './contrast.ts'

describe.each(Object.entries(colours))('%s', (_name, tones) => {
  test('its text tone can be read on the page, on white and on its own soft fill', () => {
    expect(contrast(tones.text, background)).toBeGreaterThanOrEqual(4.495)
    expect(contrast(tones.text, '#ffffff')).toBeGreaterThanOrEqual(4.5)
    expect(contrast(tones.text, tones.soft)).toBeGreaterThanOrEqual(4.5)
  })

  test('dark ink can be read on the colour as given and on its soft fill', () => {
    expect(contrast(ink, tones.fill)).toBeGreaterThanOrEqual(4.5)
    expect(contrast(ink, tones.soft)).toBeGreaterThanOrEqual(7)
  })

  test('its edge tone stands out from white', () => {
    expect(contrast(tones.edge, '#ffffff')).toBeGreaterThanOrEqual(3)
  })
})

test('white can be read on main buttons, resting and under the pointer', () => {
  expect(contrast('#ffffff', colours.primary.text)).toBeGreaterThanOrEqual(4.5)
  expect(contrast('#ffffff', primaryHover)).toBeGreaterThanOrEqual(4.5)
})

test('soft ink can be read on the page', () => {
  expect(contrast(inkSoft, background)).toBeGreaterThanOrEqual(4.5)
})
