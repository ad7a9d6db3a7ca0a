import { expect, test } from 'vitest'
import { html } from './html.ts'

test('a name with signs of HTML stays a name', () => {
  expect(html`<p title="${'" onmouseover="x'}">${"<script>&'"}</p>`.text).toBe(
    '<p title="&#34; onmouseover=&#34;x">&#60;script&#62;&#38;&#39;</p>',
  )
})

test('pieces go into pieces, and nothing stays nothing', () => {
  expect(html`<ul>${[html`<li>1</li>`, html`<li>${2}</li>`]}${null}${false}</ul>`.text).toBe('<ul><li>1</li><li>2</li></ul>')
})
