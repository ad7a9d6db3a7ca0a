import { tooManyAnswer } from '../../platform/http/mount-pages.ts'
import type { PageAnswer } from '../../platform/http/page-route.ts'
import { tooManyPage } from '../payment-links/page-shell.ts'
import type { PageLink } from '../payment-links/payment-link-queries.ts'

/** Says how long to wait, in the language of the link. */
export const waits = ({ locale }: PageLink, seconds: number): PageAnswer => tooManyAnswer(tooManyPage(locale), seconds)
