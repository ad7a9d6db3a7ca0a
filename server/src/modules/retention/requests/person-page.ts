import { intlLocale, type Locale } from '@regie/contract/locale.ts'
import type { PrivacyPart } from '@regie/contract/privacy.ts'
import { html, type Html } from '../../../platform/http/html.ts'
import { screenText } from '../../../platform/screen-texts.ts'
import eng from '../locales/eng.json' with { type: 'json' }
import fr from '../locales/fr.json' with { type: 'json' }
import nl from '../locales/nl.json' with { type: 'json' }

const texts = { nl, eng, fr }

export type ReadTable = { name: string; rows: Record<string, unknown>[] }
export type ReadPart = { part: PrivacyPart; tables: ReadTable[] }

/** All that is kept of a person as one page, which needs nothing else to be read and runs nothing. */
export function writePersonPage(parts: readonly ReadPart[], { at, locale }: { at: Date; locale: Locale }): string {
  const words = texts[locale]
  const moment = (value: Date) =>
    value.toLocaleString(intlLocale[locale], { dateStyle: 'long', timeStyle: 'short', timeZone: 'Europe/Amsterdam' })
  const page = html`<!doctype html>
<html lang="${intlLocale[locale]}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${words.title}</title>
<style>
body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; color: #1d2433; }
h2 { margin-top: 2.5rem; border-bottom: 1px solid #d5dae3; }
dl { display: grid; grid-template-columns: minmax(8rem, 14rem) minmax(0, 1fr); gap: .25rem 1rem; padding: .75rem 0; margin: 0; }
dl + dl { border-top: 1px solid #e8ebf0; }
dt { color: #5a6478; }
dd { margin: 0; overflow-wrap: anywhere; white-space: pre-wrap; }
@media (max-width: 40rem) { dl { grid-template-columns: 1fr; } dd { margin-bottom: .5rem; } }
</style>
</head>
<body>
<h1>${words.title}</h1>
<p>${words.made} ${moment(at)}. ${words.text}</p>
${parts.map((one) => writePart(one, screenText(locale, `privacy.parts.${one.part}`) ?? '', locale, moment))}
</body>
</html>`
  return page.text
}

const writePart = ({ tables }: ReadPart, heading: string, locale: Locale, moment: (value: Date) => string): Html =>
  html`<section><h2>${heading}</h2>${tables.flatMap(({ rows }) => rows.map((row) => writeRow(row, locale, moment)))}</section>`

function writeRow(row: Record<string, unknown>, locale: Locale, moment: (value: Date) => string): Html {
  // Numbers of rows say nothing to a person, and what is empty is not kept.
  const shown = Object.entries(row).filter(([key, value]) => !/(^|_)id$/.test(key) && !isEmpty(value))
  return html`<dl>${shown.map(([key, value]) => html`<dt>${nameOf(key, locale)}</dt><dd>${textOf(value, moment)}</dd>`)}</dl>`
}

const isEmpty = (value: unknown) =>
  value === null || value === '' || value === false || (typeof value === 'object' && Object.keys(value as object).length === 0)

/** As the screens call a field, else its own word. */
const nameOf = (key: string, locale: Locale) => screenText(locale, `audit.fields.${key}`) ?? key.replaceAll('_', ' ')

function textOf(value: unknown, moment: (value: Date) => string): string {
  if (typeof value === 'string' && /^\d{4}-\d\d-\d\dT\d\d:\d\d/.test(value)) return moment(new Date(value))
  if (typeof value !== 'object' || value === null) return String(value)
  const lines = Object.entries(value).map(([key, part]) =>
    Array.isArray(value) ? textOf(part, moment) : `${key}: ${textOf(part, moment)}`,
  )
  return lines.join('\n')
}
