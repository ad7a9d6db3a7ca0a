import { AppError } from '../../../platform/app-error.ts'
import type { PageAnswer } from '../../../platform/http/page-route.ts'
import { openRateCounter } from '../../../platform/http/rate-counter.ts'
import type { Services } from '../../../services.ts'
import { changeFieldsByPayer } from '../../arrangements/by-payer/fields-by-payer.ts'
import { findOwnDocument, listInvoices, listPosted } from '../../case-documents/invoices.ts'
import { textOf, waitsOn } from '../answers.ts'
import { withIdentity } from '../identity/identity-pages.ts'
import type { Visit } from '../visit.ts'
import { detailsOffered } from './details.ts'
import { findLetter, findLetterFile, listLetters, type Own } from './find-own.ts'
import { detailsPage, type Filled, letterPage, lettersPage, wishesPage } from './own-view.ts'
import { areHoursRight, wishesOffered } from './wishes.ts'

// Who corrects something does so a few times.
const saves = openRateCounter(10)
const ownFront = ({ link }: Visit): PageAnswer => ({ redirect: `/p/${link.token}/own` })

export const showLetters = withIdentity(async ({ db, config }, visit) => {
  if (!visit.rules.lettersAllowed) return ownFront(visit)
  const hasScanner = config.virusScanner !== null
  const invoices = await listInvoices(db, caseOf(visit), hasScanner)
  const posted = await listPosted(db, caseOf(visit), hasScanner)
  return { html: lettersPage(visit, { letters: await listLetters(db, visit.link), invoices, posted }) }
})

export const showLetter = withIdentity(async (services, visit) => {
  const letter = await letterOf(services, visit)
  return letter === undefined ? ownFront(visit) : { html: letterPage(visit, letter) }
})

export const saveLetter = withIdentity(async (services, visit) => {
  const letter = await letterOf(services, visit)
  if (letter === undefined) return ownFront(visit)
  const { id, subject, text } = letter
  return {
    fileName: `${id}.txt`,
    file: Buffer.from(subject === '' ? text : `${subject}\n\n${text}`),
    mediaType: 'text/plain; charset=utf-8',
  }
})

export const saveLetterFile = withIdentity(async ({ db }, visit) => {
  const [id, no] = [idOf(visit.asked.params['id']), idOf(visit.asked.params['no'])]
  const found = visit.rules.lettersAllowed && id !== null && no !== null ? await findLetterFile(db, visit.link, { id, no }) : undefined
  return found === undefined ? ownFront(visit) : { fileName: found.fileName, file: found.content, mediaType: 'application/octet-stream' }
})

/** An invoice of the case or a letter that was sent by post, to be kept. */
export const saveInvoice = withIdentity(async ({ db, config }, visit) => {
  const id = idOf(visit.asked.params['id'])
  const found =
    visit.rules.lettersAllowed && id !== null ? await findOwnDocument(db, caseOf(visit), id, config.virusScanner !== null) : undefined
  return found === undefined ? ownFront(visit) : { fileName: found.fileName, file: found.content, mediaType: 'application/octet-stream' }
})

const caseOf = ({ link }: Visit) => ({ customerId: link.customer_id, caseId: link.case_id })

async function letterOf({ db }: Services, { link, rules, asked }: Visit) {
  const id = idOf(asked.params['id'])
  return rules.lettersAllowed && id !== null ? findLetter(db, link, id) : undefined
}

const idOf = (text = '') => (/^\d{1,15}$/.test(text) ? Number(text) : null)

export const showDetails = withIdentity(async (_services, visit, own) =>
  mayDetails(visit, own) ? { html: detailsPage(visit, own) } : ownFront(visit),
)

/** Corrects how the debtor is reached; what waits to be sent goes to the new address. */
export const changeDetails = withIdentity(async (services, visit, own) => {
  if (!mayDetails(visit, own)) return ownFront(visit)
  const given = givenIn(visit, detailsOffered(own))
  return save(services, visit, { given, event: 'detailsByPayer', show: (filled) => detailsPage(visit, own, filled) })
})

export const showWishes = withIdentity(async (_services, visit, own) =>
  mayWishes(visit, own) ? { html: wishesPage(visit, own) } : ownFront(visit),
)

/** Says how, when and in which language; the rules of contact obey it from now on. */
export const changeWishes = withIdentity(async (services, visit, own) => {
  if (!mayWishes(visit, own)) return ownFront(visit)
  const offered = wishesOffered(own)
  const given = givenIn(
    visit,
    offered.map(({ key }) => key),
  )
  const from = given['niet_bellen_voor'] ?? own.fields['niet_bellen_voor'] ?? ''
  const until = given['niet_bellen_na'] ?? own.fields['niet_bellen_na'] ?? ''
  if (!areHoursRight(from, until))
    return { html: wishesPage(visit, own, { given, faults: ['niet_bellen_voor', 'niet_bellen_na'] }), status: 422 }
  return save(services, visit, { given, event: 'wishesByPayer', show: (filled) => wishesPage(visit, own, filled) })
})

const mayDetails = ({ rules }: Visit, own: Own) => rules.detailsAllowed && detailsOffered(own).length > 0
const mayWishes = ({ rules }: Visit, own: Own) => rules.wishesAllowed && wishesOffered(own).length > 0

/** What was sent of these fields; one that was not sent stays as it is. */
function givenIn({ asked }: Visit, keys: readonly string[]): Record<string, string> {
  return Object.fromEntries(keys.flatMap((key) => (asked.form[key] === undefined ? [] : [[key, textOf(asked.form[key], 254)]])))
}

type Saving = {
  given: Readonly<Record<string, string>>
  event: 'detailsByPayer' | 'wishesByPayer'
  show: (filled: Filled) => string
}

async function save(services: Services, { link, asked }: Visit, { given, event, show }: Saving): Promise<PageAnswer> {
  const seconds = saves.count(link.token)
  if (seconds !== null) return waitsOn(link, seconds, (fault) => show({ given, fault }))
  try {
    await changeFieldsByPayer(services, { caseId: link.case_id, address: asked.request.ip, requestId: asked.request.id }, { given, event })
  } catch (error) {
    if (!(error instanceof AppError) || error.status >= 500 || error.field === undefined) throw error
    return { html: show({ given, faults: [error.field] }), status: 422 }
  }
  return { html: show({ given, isSaved: true }) }
}
