import { htmlLang, type Locale } from '@regie/contract/locale.ts'
import { html } from '../../platform/http/html.ts'
import eng from './texts/eng.json' with { type: 'json' }
import fr from './texts/fr.json' with { type: 'json' }
import nl from './texts/nl.json' with { type: 'json' }

const texts: Record<Locale, typeof nl> = { nl, eng, fr }

type DeliveredMail = { name: string; delivery: string; file: string; link: string }

/** What each kind of message is about; `name` begins every mail. */
export type SystemMailValues = {
  invite: { name: string; username: string; link: string }
  reset: { name: string; username: string; link: string }
  code: { name: string; code: string }
  passwordChanged: { name: string; username: string }
  emailChanged: { name: string; username: string }
  factorAdded: { name: string; username: string }
  factorRemoved: { name: string; username: string }
  twoFactorReset: { name: string; username: string }
  notifications: { name: string; count: string; link: string }
  deliveryImported: DeliveredMail & { rows: string; cases: string; amount: string; refused: string }
  deliveryRefused: DeliveredMail & { reason: string }
  deliveryWaits: DeliveredMail & { reason: string }
  accountDelayed: { name: string; username: string; minutes: string }
}
export type SystemMailKind = keyof SystemMailValues
/** A file in a message, as it is kept until that has left. */
export type SystemMailFile = { fileName: string; mediaType: string; base64: string }
export type SystemMailContent = { subject: string; text: string; html: string | null; files?: SystemMailFile[] }

/** A received e-mail on its way to somebody else: empty where they may not see it. */
export type ForwardedMail = {
  by: string
  note: string
  from: string
  receivedAt: string
  subject: string
  text: string
  files: SystemMailFile[]
}

/** A received e-mail as its new reader gets it: who sends it on stands above it, and what it was stands before its text. */
export function forwardedMail({ by, note, from, receivedAt, subject, text, files }: ForwardedMail, locale: Locale): SystemMailContent {
  const { closing, forward } = texts[locale]
  const head = [
    ...(from === '' ? [] : [[forward.from, from]]),
    [forward.receivedAt, receivedAt],
    [forward.subject, subject],
    ...(files.length === 0 ? [] : [[forward.files, files.map(({ fileName }) => fileName).join(', ')]]),
  ].map(([label = '', value = '']) => `${label}: ${oneLine(value)}`)
  const parts = [fill(forward.intro, { by }), note, [`---------- ${forward.title} ----------`, ...head].join('\n'), text, `-- \n${closing}`]
  return {
    subject: oneLine(`${forward.prefix}: ${subject}`),
    text: parts.filter((part) => part !== '').join('\n\n'),
    html: null,
    ...(files.length > 0 && { files }),
  }
}

/** A table in a mail: its cells are words already, in the language of the reader; without rows `none` says so. */
export type MailTable = { title: string; head: string[]; rows: string[][]; none: string }
/** A mail to who is subscribed: what there is to say, why they get it, and the address that ends it. */
export type NewsMail = { name: string; subject: string; text: string; tables: MailTable[]; why: string; stopLink: string }

/** The same for who is subscribed to something: a table reads as lines where a mail program shows no tables. */
export function newsMail({ name, subject, text, tables, why, stopLink }: NewsMail, locale: Locale): SystemMailContent {
  const { greeting, closing } = texts[locale]
  const [hello, said, reason] = [fill(greeting, { name }), oneLine(text), oneLine(why)]
  const lines = tables.flatMap(({ title, head, rows, none }) => [
    [title, ...(rows.length === 0 ? [none] : [head, ...rows].map((row) => row.map(oneLine).join(' · ')))].join('\n'),
  ])
  const cell = 'padding:4px 16px 4px 0;border-bottom:1px solid #d5d9e0'
  const align = (column: number) => (column === 0 ? 'left' : 'right')
  return {
    subject: oneLine(subject),
    text: [hello, said, ...lines, reason, stopLink, closing].join('\n\n'),
    html: html`<!doctype html><html lang="${htmlLang[locale]}"><body><p>${hello}</p><p>${said}</p>${tables.map(
      ({ title, head, rows, none }) =>
        html`<h2 style="font-size:16px">${title}</h2>${
          rows.length === 0
            ? html`<p>${none}</p>`
            : html`<table style="border-collapse:collapse"><thead><tr>${head.map(
                (word, column) => html`<th scope="col" style="${cell};text-align:${align(column)}">${word}</th>`,
              )}</tr></thead><tbody>${rows.map(
                (row) => html`<tr>${row.map((word, column) => html`<td style="${cell};text-align:${align(column)}">${word}</td>`)}</tr>`,
              )}</tbody></table>`
        }`,
    )}<p>${reason}<br><a href="${stopLink}">${stopLink}</a></p><p>${closing}</p></body></html>`.text,
  }
}

/** A mail to a member of staff in his language. Values cannot begin a line, a header or markup; only the link of ours becomes one. */
export function systemMail<Kind extends SystemMailKind>(kind: Kind, values: SystemMailValues[Kind], locale: Locale): SystemMailContent {
  const { greeting, closing, mail } = texts[locale]
  const { subject, text } = mail[kind]
  const filled = (line: string) => fill(line, values)
  const lines = [greeting, ...text]
  return {
    subject: filled(subject),
    text: [...lines.map(filled), closing].join('\n\n'),
    html: html`<!doctype html><html lang="${htmlLang[locale]}"><body>${lines.map((line) =>
      line === '{link}' ? html`<p><a href="${filled(line)}">${filled(line)}</a></p>` : html`<p>${filled(line)}</p>`,
    )}<p>${closing}</p></body></html>`.text,
  }
}

/** The same by SMS, where only a code is sent. */
export function systemSms(values: SystemMailValues['code'], locale: Locale): SystemMailContent {
  return { subject: '', text: fill(texts[locale].sms.code, values), html: null }
}

function fill(line: string, values: Readonly<Record<string, string>>): string {
  return line.replace(/\{(\w+)\}/g, (_whole, name: string) => oneLine(values[name] ?? ''))
}

// oxlint-disable-next-line no-control-regex -- control characters are what it looks for
const oneLine = (value: string) => value.replace(/[\u0000-\u001f\u007f\u2028\u2029]+/g, ' ')
