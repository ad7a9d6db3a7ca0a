import { requestBrands } from '@regie/contract/request-kinds.ts'
import type { AcceptEmailSettings } from '@regie/contract/payment-request-providers.ts'
import * as z from 'zod/mini'
import type { Config } from '../../../platform/config.ts'
import { GatewayRefused, GatewayUnavailable } from '../../gateway-errors.ts'
import { readJson } from '../../read-json.ts'
import { type Answered, cancelBySetting, nonsense, openRequestApi } from '../requests/ask-provider.ts'
import type { MadeRequest, PaymentRequestProvider } from '../payment-request-provider.ts'
import { atidPattern, Bill, BillFault, BillList, BillNews, billOf, fetchedOf, isBillOf, madeOf } from './acceptemail-words.ts'

/** An account at AcceptEmail with its key. */
export type AcceptEmailAccount = AcceptEmailSettings & { name: string; secret: string }

const brand = requestBrands.acceptemail
const json = 'application/json'
const webhookBytesMax = 10_000

/**
 * Payment requests by AcceptEmail, over its REST API v2: one bill for each. Its webhook is signed by nobody: nothing is believed of it but that there
 * may be news, which is asked for with our key.
 */
export function openAcceptEmail(place: Pick<Config, 'allowPrivateHosts'>, account: AcceptEmailAccount): PaymentRequestProvider {
  const ask = openRequestApi({ ...account, brand }, place)
  const read = <Shape>(shape: z.ZodMiniType<Shape>, answer: Answered, mayMake = false): Shape => {
    if (answer.status >= 300) throw refusalOf(answer)
    const parsed = z.safeParse(shape, readJson(answer.text))
    if (!parsed.success) throw nonsense(brand, answer, mayMake)
    return parsed.data
  }
  const search = async (reference: string) =>
    read(BillList, await ask({ path: `/v2/Search/Bill?paymentReference=${encodeURIComponent(reference)}`, contentType: json })).Bills
  const withImages = (made: MadeRequest): MadeRequest => (account.statusImage === 'own' ? { ...made, imageUrls: [] } : made)
  return {
    kind: 'acceptemail',
    name: account.name,
    simulated: false,
    method: brand,
    checkoutOrigin: 'https:',
    checkMinutes: account.checkMinutes,
    async createRequest(order) {
      const answer = await ask({ method: 'POST', path: '/v2/Bill', contentType: json, body: JSON.stringify(billOf(order)) })
      const bill = read(Bill, answer, true)
      const { amountCents } = fetchedOf(bill, [])
      if (amountCents !== order.amountCents) throw new GatewayRefused('amount', `${brand} made a bill of ${bill.Amount}`)
      const made = madeOf(bill)
      if (made === null) throw nonsense(brand, answer, true)
      return withImages(made)
    },
    async findRequests(order) {
      const bills = await search(billOf(order).PaymentReference)
      return bills
        .filter((bill) => isBillOf(bill, order))
        .flatMap((bill) => madeOf(bill) ?? [])
        .map(withImages)
    },
    async fetchRequest(providerRef) {
      if (!atidPattern.test(providerRef)) throw new GatewayRefused('unknown', 'no id of AcceptEmail')
      const bill = read(Bill, await ask({ path: `/v2/Bill/${providerRef}`, contentType: json }))
      if (bill.ATID.toLowerCase() !== providerRef.toLowerCase()) throw new GatewayUnavailable(`${brand} answers with another bill`)
      return fetchedOf(bill, account.states)
    },
    cancelRequest: (providerRef) => cancelBySetting(ask, { cancelCall: account.cancelCall, contentType: json }, providerRef),
    readWebhook(rawBody) {
      const parsed = z.safeParse(BillNews, readJson(rawBody.subarray(0, webhookBytesMax).toString('utf8')))
      return parsed.success ? [parsed.data.ATID.toLowerCase()] : []
    },
  }
}

/** Asks for bills that nobody has: an account that is let in is answered with an empty list. Throws GatewayUnavailable. */
export async function testAcceptEmail(place: Pick<Config, 'allowPrivateHosts'>, account: AcceptEmailAccount): Promise<void> {
  const ask = openRequestApi({ ...account, brand }, place)
  const answer = await ask({ path: '/v2/Search/Bill?paymentReference=0', contentType: json })
  if (answer.status >= 300 || !z.safeParse(BillList, readJson(answer.text)).success) throw nonsense(brand, answer, false)
}

/** What AcceptEmail does not take, in its words. */
function refusalOf({ status, text }: Answered): GatewayRefused {
  const fault = z.safeParse(BillFault, readJson(text))
  const words = fault.success && fault.data.Message ? fault.data.Message : text.slice(0, 200)
  return new GatewayRefused(status === 404 || status === 410 ? 'unknown' : String(status), words)
}
