import { htmlLang, type Locale } from '@regie/contract/locale.ts'
import { type Html, html } from './html.ts'

type Page = {
  locale: Locale
  title: string
  /** Styles and scripts. */
  head: Html
  /** The whole element. */
  body: Html
}

/** A page outside the browser app, for who is no member of staff; search engines leave it out. */
export function htmlPage({ locale, title, head, body }: Page): string {
  return html`<!doctype html>
<html lang="${htmlLang[locale]}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex, nofollow">
<title>${title}</title>
${head}
</head>
${body}
</html>
`.text
}
