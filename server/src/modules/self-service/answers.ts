import { tooManyAnswer } from '../../platform/http/mount-pages.ts'
import type { PageAnswer } from '../../platform/http/page-route.ts'
import { tooManyPage } from '../payment-links/page-shell.ts'
import type { PageLink } from '../payment-links/payment-link-queries.ts'
import { sayIn } from './texts.ts'

/** Says how long to wait, in the language of the link. */
export const waits = ({ locale }: PageLink, seconds: number): PageAnswer => tooManyAnswer(tooManyPage(locale, seconds), seconds)

/** Says so on the page with the form, filled in as it was sent: what somebody typed is not lost. `page` makes it with these words. */
export const waitsOn = ({ locale }: PageLink, seconds: number, page: (fault: string) => string): PageAnswer =>
  tooManyAnswer(page(tooManyWords(locale, seconds)), seconds)

/** Why it was not taken, and when it is. */
export const tooManyWords = (locale: PageLink['locale'], seconds: number): string =>
  sayIn(locale)(seconds > 60 ? 'tooManyHour' : 'tooManyMinute')

/** What somebody wrote, at most so much of it: a character that was cut in half, or none at all, is nothing that the database keeps. */
export const textOf = (given: unknown, charsMax: number): string =>
  typeof given === 'string' ? given.replaceAll('\0', '').trim().slice(0, charsMax).toWellFormed() : ''

/** Back to the front page of the link. */
export const front = ({ token }: PageLink): PageAnswer => ({ redirect: `/p/${token}` })
