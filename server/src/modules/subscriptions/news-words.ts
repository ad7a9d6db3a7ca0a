import type { SubscriptionEvent, SubscriptionKey } from '@regie/contract/contacts.ts'
import { intlLocale, type Locale } from '@regie/contract/locale.ts'
import type { JobPayload } from '../../jobs/job-catalogue.ts'
import { screenText } from '../../platform/screen-texts.ts'
import { stopToken } from './stop-token.ts'
import type { MailTable, NewsMail } from '../system-mail/system-texts.ts'
import type { ClockKey, News } from './collect-news.ts'
import eng from './locales/eng.json' with { type: 'json' }
import fr from './locales/fr.json' with { type: 'json' }
import nl from './locales/nl.json' with { type: 'json' }

/** The words of these mails and of the page that ends them. */
export const newsTexts: Record<Locale, typeof nl> = { nl, eng, fr }

const timeZone = 'Europe/Amsterdam'

/** Puts values where a text names them. */
export const fillText = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replaceAll(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole)

/** What each mail has besides its news: to which reader it goes, of which customer it is, and where its link leads. */
export type Envelope = { locale: Locale; name: string; customer: string; contactId: number; secretKey: Buffer; publicUrl: string }

function frame(key: SubscriptionKey, { locale, name, customer, contactId, secretKey, publicUrl }: Envelope) {
  const { why, keys } = newsTexts[locale]
  const stopLink = new URL(`/n/${stopToken(secretKey, { contactId, key })}`, publicUrl).href
  return { name, why: fillText(why, { customer, what: keys[key] }), stopLink }
}

/** Something that happened, as it is mailed at once. */
export type Happened = {
  about: string
  script: string
  count: number
  until: string | null
  figure: NonNullable<JobPayload<'mailSubscribers'>['figure']> | null
}

/** The mail about something that happened. */
export function eventMail(key: SubscriptionEvent, { about, script, count, until, figure }: Happened, envelope: Envelope): NewsMail {
  const { locale, customer } = envelope
  const texts = newsTexts[locale]
  const { subject, text } = texts.events[key]
  const values = {
    about,
    script,
    customer,
    count: new Intl.NumberFormat(intlLocale[locale]).format(count),
    until: untilText(key, until, locale),
    ...(figure === null ? {} : figureTexts(figure, locale)),
  }
  return { ...frame(key, envelope), subject: fillText(subject, values), text: fillText(text, values).trim(), tables: [] }
}

function figureTexts({ kind, value, limit, since }: NonNullable<Happened['figure']>, locale: Locale) {
  const texts = newsTexts[locale].figures
  const number = new Intl.NumberFormat(intlLocale[locale], { maximumFractionDigits: kind === 'drop' ? 1 : 0 })
  const write = (amount: number) => fillText(texts.units[kind], { amount: number.format(amount) })
  return { figure: texts.names[kind], value: write(value), limit: write(limit), since: momentOf(since, locale) }
}

function untilText(key: SubscriptionEvent, until: string | null, locale: Locale): string {
  const texts = newsTexts[locale].until
  if (key === 'sms_paused' && until === null) return texts.sms_pausedOpen
  if (until === null || (key !== 'sms_paused' && key !== 'complaint_new')) return ''
  return fillText(texts[key], { until: momentOf(until, locale) })
}

const momentOf = (at: string | Date, locale: Locale) =>
  new Intl.DateTimeFormat(intlLocale[locale], { timeZone, day: 'numeric', month: 'long', hour: '2-digit', minute: '2-digit' }).format(
    new Date(at),
  )

/** Of which cases and days the news is. */
export type Span = { from: Date; until: Date; isEveryScript: boolean }

/** The mail about a period: what came in, was closed or failed in it, as tables. */
export function periodMail(key: ClockKey, news: News, { from, until, isEveryScript }: Span, envelope: Envelope): NewsMail {
  const { locale, customer } = envelope
  const texts = newsTexts[locale]
  const period = periodText(key, { from, until }, locale)
  if (news.kind === 'removal')
    return {
      ...frame(key, envelope),
      subject: fillText(texts.subjects[key], { customer }),
      text: fillText(texts.removal.text, { customer }),
      tables: tablesOf(news, locale),
    }
  return {
    ...frame(key, envelope),
    subject: fillText(texts.subjects[key], { customer, period }),
    text: fillText(isEveryScript ? texts.scope.every : texts.scope.some, { customer, period }),
    tables: tablesOf(news, locale),
  }
}

function periodText(key: ClockKey, { from, until }: Pick<Span, 'from' | 'until'>, locale: Locale): string {
  const { day, days, moments } = newsTexts[locale].periods
  if (key === 'payment_received') return fillText(moments, { from: momentOf(from, locale), until: momentOf(until, locale) })
  const date = new Intl.DateTimeFormat(intlLocale[locale], { timeZone, day: 'numeric', month: 'long', year: 'numeric' })
  const [first, last] = [date.format(from), date.format(new Date(until.getTime() - 1))]
  return first === last ? fillText(day, { from: first }) : fillText(days, { from: first, until: last })
}

function tablesOf(news: News, locale: Locale): MailTable[] {
  const texts = newsTexts[locale]
  const number = new Intl.NumberFormat(intlLocale[locale])
  const money = (cents: number, currency: string) =>
    new Intl.NumberFormat(intlLocale[locale], { style: 'currency', currency }).format(cents / 100)
  switch (news.kind) {
    case 'payments': {
      const { title, script, receipts, received, none } = texts.payments
      const rows = news.rows.map((row) => [row.script, number.format(row.receipts), money(row.receivedCents, row.currency)])
      return [{ title, head: [script, receipts, received], rows, none }]
    }
    case 'results': {
      const { title, script, cases, receipts, received, none } = texts.money
      const rows = news.money.map((row) => [
        ...[row.script, number.format(row.cases), number.format(row.receipts), money(row.receivedCents, row.currency)],
      ])
      return [{ title, head: [script, cases, receipts, received], rows, none }, resultsTable(news, locale)]
    }
    case 'removal': {
      const { title, name, goes, stays, oldest, nothing, more } = texts.removal
      const day = new Intl.DateTimeFormat(intlLocale[locale], { timeZone, day: 'numeric', month: 'long', year: 'numeric' })
      const upTo = (count: number, isMore: boolean) => (isMore ? fillText(more, { count: number.format(count) }) : number.format(count))
      const rows = news.forecast
        .filter(({ gone, held }) => gone > 0 || Object.keys(held).length > 0)
        .map((row) => [
          screenText(locale, `retention.classes.${row.class}.name`) ?? row.class,
          upTo(row.gone, row.isMore),
          number.format(Object.values(row.held).reduce((sum, count) => sum + count, 0)),
          row.oldest === null ? nothing : day.format(new Date(row.oldest)),
        ])
      return [{ title: fillText(title, { until: day.format(news.until) }), head: [name, goes, stays, oldest], rows, none: '' }]
    }
    case 'failures': {
      const { title, cause, messages, unknown } = texts.failures
      const rows = news.rows.map((row) => [
        (row.cause === null ? row.code : screenText(locale, `cases.causes.${row.cause}`)) || unknown,
        number.format(row.count),
      ])
      return [
        {
          title: fillText(title, { total: number.format(news.total), all: number.format(news.all) }),
          ...{ head: [cause, messages], rows, none: '' },
        },
      ]
    }
  }
}

/** Each result with its cases, beside those of the week before where there is one, and the total. */
function resultsTable({ results, before }: Extract<News, { kind: 'results' }>, locale: Locale): MailTable {
  const texts = newsTexts[locale].results
  const number = new Intl.NumberFormat(intlLocale[locale])
  const codes = [...new Set([...results, ...(before?.results ?? [])].map(({ result }) => result))]
  const countOf = (rows: typeof results, code: string) => rows.find(({ result }) => result === code)?.cases ?? 0
  const sumOf = (rows: typeof results) => rows.reduce((sum, { cases }) => sum + cases, 0)
  const line = (word: string, now: number, then: number) => [word, number.format(now), ...(before === null ? [] : [number.format(then)])]
  const rows = codes.map((code) =>
    line(
      code === '' ? texts.without : (screenText(locale, `cases.results.${code}`) ?? code),
      countOf(results, code),
      countOf(before?.results ?? [], code),
    ),
  )
  const total = line(texts.total, sumOf(results), sumOf(before?.results ?? []))
  return {
    title: texts.title,
    head: [texts.result, texts.cases, ...(before === null ? [] : [texts.before])],
    rows: rows.length === 0 ? [] : [...rows, total],
    none: texts.none,
  }
}
