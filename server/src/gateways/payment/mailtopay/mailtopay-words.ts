import type { MailToPaySettings } from '@regie/contract/payment-request-providers.ts'
import { XMLBuilder, XMLParser, XMLValidator } from 'fast-xml-parser'
import { stateOfCode } from '../requests/state-of-code.ts'
import type { FetchedRequest, MadeRequest, RequestOrder } from '../payment-request-provider.ts'

// What is known of MailToPay's API v2 (the schemas of a public client of 2019): XML over HTTPS. Of its status codes only 900, paid, is described.

/** A number of MailToPay; whatever else is asked about is none. */
export const mpidPattern = /^\d{10,19}$/

const builder = new XMLBuilder({ format: false, suppressEmptyNode: false })
const parser = new XMLParser({
  ignoreAttributes: true,
  removeNSPrefix: true,
  parseTagValue: false,
  isArray: (name) => name === 'result',
  maxNestedTags: 20,
})

/** Cut to what a field may hold, without half a character. */
const short = (text: string, max: number) => text.slice(0, max).toWellFormed()

/** Names a request: a provider that we ask again finds it by this. */
export const keyOf = ({ linkId, madeAt }: Pick<RequestOrder, 'linkId' | 'madeAt'>): string => `regie-${linkId}-${madeAt.getTime()}`
const linkOf = (key: string | undefined): number | null => {
  const id = /^regie-(\d{1,15})-\d+$/.exec(key ?? '')?.[1]
  return id === undefined ? null : Number(id)
}

/** The body of POST paylinks. The schema wants a name in it: it goes empty, so that nothing of the person leaves. */
export function paylinkOf(order: RequestOrder, modules: MailToPaySettings['modules']): string {
  const key = keyOf(order)
  const request = {
    firstname: '',
    lastname: '',
    debtornumber: short(order.caseNumber, 35).padStart(3, '0'),
    payment_reference: short(order.reference, 35),
    concerning: short(order.description, 35),
    id_batch: key,
    id_request_client: key,
    company_name: short(order.creditor, 50),
    ...Object.fromEntries(modules.map((name) => [`module_${name}`, '1'])),
    due_date: order.dueOn,
    return_url: order.returnUrl,
    invoices: {
      invoice: [
        {
          invoice_number: short(order.invoiceNumber, 50),
          invoice_description: short(order.description, 32),
          invoice_amount: String(order.amountCents),
          invoice_date: order.madeOn,
        },
      ],
    },
  }
  return `<?xml version="1.0" encoding="UTF-8"?>${String(builder.build({ request }))}`
}

type Result = Readonly<Record<string, string | undefined>>
export type Reply = { results: readonly Result[] } | { fault: { code: string; text: string } }

/** Reads an answer; null: it is none of theirs. Entities can be made to swell, and no answer needs them. */
export function readReply(xml: string): Reply | null {
  if (/<!(DOCTYPE|ENTITY)/i.test(xml) || XMLValidator.validate(xml) !== true) return null
  const root = parser.parse(xml) as {
    response?: { results?: { result?: Result[] } }
    errormessage?: { errorcode?: string; description?: string }
  }
  if (root.errormessage)
    return { fault: { code: String(root.errormessage.errorcode ?? ''), text: String(root.errormessage.description ?? '') } }
  if (root.response === undefined) return null
  const results = root.response === null || typeof root.response !== 'object' ? undefined : root.response.results?.result
  return { results: (results ?? []).filter((one) => typeof one === 'object') }
}

/** Where a request can be paid; null: the answer names no page. */
export function madeOf({ mpid = '', paylink = '' }: Result): MadeRequest | null {
  const isPage = URL.canParse(paylink) && /^https?:$/.test(new URL(paylink).protocol)
  return mpidPattern.test(mpid) && isPage ? { providerRef: mpid, pageUrl: paylink, imageUrls: [] } : null
}

/** How a request stands. */
export function fetchedOf(
  { status_code: said = '', amount, id_request_client: key }: Result,
  states: MailToPaySettings['states'],
): FetchedRequest {
  const amountCents = amount !== undefined && /^-?\d{1,12}$/.test(amount) ? Number(amount) : null
  return { said, state: stateOfCode(said, states), amountCents, linkId: linkOf(key) }
}
