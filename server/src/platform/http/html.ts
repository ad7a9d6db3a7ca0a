/** A piece of a page that is already safe to send: made by `html` only. */
export class Html {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

type HtmlValue = string | number | Html | null | false | readonly Html[]

/** Puts a page together. Every value is escaped, unless it is a piece that `html` made; null and false leave nothing. */
export function html(parts: TemplateStringsArray, ...values: HtmlValue[]): Html {
  return new Html(parts.reduce((page, part, i) => page + textOf(values[i - 1] ?? null) + part))
}

function textOf(value: HtmlValue): string {
  if (value === null || value === false) return ''
  if (value instanceof Html) return value.text
  if (typeof value === 'object') return value.map((piece) => piece.text).join('')
  return String(value).replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
}
