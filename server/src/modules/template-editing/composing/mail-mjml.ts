import { isSafeAddress, richTags, type TemplateBlock } from '@regie/contract/template-blocks.ts'
import sanitizeHtml from 'sanitize-html'

/** What is left of a text that staff wrote or pasted: a few tags, and links that lead to a web page, a mail, a phone or the payment link. */
export function cleanRichText(html: string): string {
  return sanitizeHtml(html, {
    allowedTags: [...richTags],
    allowedAttributes: { a: ['href'] },
    transformTags: {
      b: 'strong',
      i: 'em',
      a: (tagName, { href = '' }) => ({ tagName, attribs: isSafeAddress(href) ? { href } : {} }),
    },
    allowedSchemes: ['https', 'mailto', 'tel'],
    // Deeper than any list that somebody writes: tags in tags cost time at every turn.
    nestingLimit: 20,
  })
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const escape = (text: string) => text.replace(/[&<>"']/g, (character) => entities[character] ?? character)
const addressOf = (address: string) => (isSafeAddress(address) ? escape(address) : '#')
const payment = '{{betaallink}}'

// Outlook obeys the attribute and keeps the image in proportion; the others obey the style.
const headerImage = ({ src, alt }: { src: string; alt: string }, height: number) =>
  `<mj-text><img src="${addressOf(src)}" alt="${escape(alt)}" height="${height}" style="display:block;border:0;width:auto;height:auto;max-width:100%;max-height:${height}px" /></mj-text>`

/** `headerHeight`: of an image with which the mail begins; null: it stands elsewhere. */
const bodyOf = (block: TemplateBlock, headerHeight: number | null): string => {
  switch (block.type) {
    case 'heading':
      return `<mj-text font-size="22px" font-weight="700" line-height="1.3"><h1 style="margin:0;font-size:22px">${escape(block.text)}</h1></mj-text>`
    case 'text':
      // Mail programs differ in how far apart paragraphs stand.
      return `<mj-text>${block.html.replaceAll('<p>', '<p style="margin:0 0 12px">')}</mj-text>`
    case 'button':
      return `<mj-button href="${addressOf(block.href)}">${escape(block.label)}</mj-button>`
    case 'pay':
      return `<mj-button href="${payment}">${escape(block.label)}</mj-button>`
    case 'image':
      if (headerHeight !== null) return headerImage(block, headerHeight)
      return `<mj-image src="${addressOf(block.src)}" alt="${escape(block.alt)}" />`
    case 'divider':
      return '<mj-divider />'
    case 'section':
      return ''
  }
}

// Mail programs that know no dark mode leave these lines out; those that do would else turn the colours around by themselves.
const dark = `@media (prefers-color-scheme: dark) {
  .page, body { background-color: #0f1a24 !important; }
  .card, .card > table, .card td { background-color: #16242f !important; }
  .card div, .card p, .card li, .card h1 { color: #f5f5f5 !important; }
  .card a { color: #80b6e2; }
}`

type Looks = { preheader: string; headerHeight: number }

/** The pieces of an e-mail, cleaned and its sections filled in, as a page of MJML with its merge fields still in it. */
export function mjmlOf(blocks: readonly TemplateBlock[], lang: string, { preheader, headerHeight }: Looks): string {
  return `<mjml lang="${lang}"><mj-head>${preheader === '' ? '' : `<mj-preview>${escape(preheader)}</mj-preview>`}
<mj-raw><meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark"></mj-raw>
<mj-attributes><mj-all font-family="Segoe UI, Roboto, Helvetica, Arial, sans-serif" />
<mj-text font-size="16px" line-height="1.5" color="#0f1a24" padding="8px 24px" />
<mj-button background-color="#1477aa" color="#ffffff" font-size="16px" font-weight="600" border-radius="4px" padding="8px 24px" align="left" />
<mj-image padding="8px 24px" /><mj-divider border-width="1px" border-color="#d5dbe1" padding="8px 24px" /></mj-attributes>
<mj-style>${dark}</mj-style></mj-head>
<mj-body background-color="#f5f5f5" css-class="page" width="600px"><mj-section background-color="#ffffff" css-class="card" padding="16px 0"><mj-column>
${blocks.map((block, at) => bodyOf(block, at === 0 ? headerHeight : null)).join('\n')}
</mj-column></mj-section></mj-body></mjml>`
}

/** The same pieces for who reads mail as plain text. */
export function plainTextOf(blocks: readonly TemplateBlock[]): string {
  return blocks
    .map((block) => {
      if (block.type === 'heading') return block.text
      if (block.type === 'text') return plainOf(block.html)
      if (block.type === 'button') return `${block.label}: ${isSafeAddress(block.href) ? block.href : ''}`
      if (block.type === 'pay') return `${block.label}: ${payment}`
      if (block.type === 'image') return block.alt
      return block.type === 'divider' ? '---' : ''
    })
    .filter((part) => part !== '')
    .join('\n\n')
}

function plainOf(html: string): string {
  const marked = html
    .replace(/<a href="([^"<>]*)">([^<]*)<\/a>/g, (_all, href: string, label: string) => (href === label ? label : `${label} (${href})`))
    .replace(/<br \/>/g, '\n')
    .replace(/<li>/g, '- ')
    .replace(/<\/li>/g, '\n')
    .replace(/<\/(?:p|ul|ol)>/g, '\n\n')
  // What was cleaned has no `<` but that of a tag.
  return marked
    .replace(/<[^<>]*>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}
