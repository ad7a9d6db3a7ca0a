import { readFileSync } from 'node:fs'
import path from 'node:path'
import { type PageAnswer, type PageRequest, type PageRoute, page } from '../../platform/http/page-route.ts'
import type { Services } from '../../services.ts'
import { isPaymentToken, paymentLinkUrl } from '../cases/money/payment-link-url.ts'
import { paymentStylePath } from '../payment-links/page-shell.ts'
import { comeBack, goToBank, openLink, takeObjection } from './front/front-pages.ts'
import { showHardship, takeHardship } from './hardship/hardship-pages.ts'
import { answerWho, showOwn } from './identity/identity-pages.ts'
import {
  changeDetails,
  changeWishes,
  saveLetter,
  saveInvoice,
  saveLetterFile,
  showDetails,
  showLetter,
  showLetters,
  showWishes,
} from './own/own-pages.ts'
import { showCall, showMessage, takeCall, takeMessage } from './person/person-pages.ts'
import { pageNames } from './page-parts.ts'
import { chooseDay, choosePlan, goToRest, payPart, showDay, showPart, showPlan } from './pay/pay-pages.ts'
import { keepLanguage, tooManyOf, type Visit, withVisit } from './visit.ts'

const css = readFileSync(path.join(import.meta.dirname, 'front/payment-page.css'), 'utf8')

// One address may be a mobile network with thousands of payers, or a mail filter that opens each link of a batch.
const opens = { perMinute: 600, tooMany: tooManyOf }
const sends = { perMinute: 120, tooMany: tooManyOf }

type Handle = (services: Services, visit: Visit) => Promise<PageAnswer>
const get = (at: string, handle: Handle) => page<Services>('GET', `/p/:token${at}`, 'public', withVisit(handle), opens)
const post = (at: string, handle: Handle) => page<Services>('POST', `/p/:token${at}`, 'public', withVisit(handle), sends)

/** What a payer opens: the page of the link, the way to the bank and back, and what else they may do there by themselves. */
export const selfServicePages: PageRoute<Services>[] = [
  page('GET', paymentStylePath, 'public', () => ({ css })),
  get('', openLink),
  // Whether there is such a link its page says, alike for who guesses.
  page<Services>('GET', '/l/:token', 'public', ({ config }, { params: { token = '' } }) => ({
    redirect: paymentLinkUrl(config.publicUrl, isPaymentToken(token) ? token : '-'),
  })),
  get('/language/:locale', chooseLanguage),
  post('/pay', goToBank),
  get('/return', comeBack),
  post('/rest', goToRest),
  get('/part', showPart),
  post('/part', payPart),
  get('/plan', showPlan),
  post('/plan', choosePlan),
  get('/day', showDay),
  post('/day', chooseDay),
  post('/objection', takeObjection),
  get('/hardship', showHardship),
  post('/hardship', takeHardship),
  get('/message', showMessage),
  post('/message', takeMessage),
  get('/call', showCall),
  post('/call', takeCall),
  get('/own', showOwn),
  post('/own', answerWho),
  get('/own/letters', showLetters),
  get('/own/letters/:id', showLetter),
  get('/own/letters/:id/text', saveLetter),
  get('/own/letters/:id/files/:no', saveLetterFile),
  get('/own/invoices/:id', saveInvoice),
  get('/own/details', showDetails),
  post('/own/details', changeDetails),
  get('/own/wishes', showWishes),
  post('/own/wishes', changeWishes),
]

async function chooseLanguage(services: Services, { link, asked }: Visit): Promise<PageAnswer> {
  keepLanguage(services, asked)
  return { redirect: placeOf(link.token, asked) }
}

/** Back to where the language was chosen; only pages that we know. */
function placeOf(token: string, { query }: PageRequest): string {
  const at = pageNames.find((name) => name === query['at'])
  return at === undefined ? `/p/${token}` : `/p/${token}/${at}`
}
