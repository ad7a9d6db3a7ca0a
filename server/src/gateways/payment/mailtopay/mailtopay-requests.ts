import { requestBrands } from '@regie/contract/request-kinds.ts'
import type { MailToPaySettings } from '@regie/contract/payment-request-providers.ts'
import type { Config } from '../../../platform/config.ts'
import { GatewayRefused, GatewayUnavailable } from '../../gateway-errors.ts'
import { type Answered, cancelBySetting, nonsense, openRequestApi } from '../requests/ask-provider.ts'
import type { PaymentRequestProvider } from '../payment-request-provider.ts'
import { fetchedOf, keyOf, madeOf, mpidPattern, paylinkOf, type Reply, readReply } from './mailtopay-words.ts'

/** An account at MailToPay with its password. */
export type MailToPayAccount = MailToPaySettings & { name: string; secret: string }

const brand = requestBrands.mailtopay
const xml = 'application/xml'

/** Payment requests by MailToPay: one paylink for each. No webhook of it is described: its requests are asked about. */
export function openMailToPay(place: Pick<Config, 'allowPrivateHosts'>, account: MailToPayAccount): PaymentRequestProvider {
  const ask = openRequestApi({ ...account, brand }, place)
  const list = async (filter: string) => resultsOf(await ask({ path: `/paylinks?${filter}`, contentType: xml }))
  return {
    kind: 'mailtopay',
    name: account.name,
    simulated: false,
    method: brand,
    checkoutOrigin: 'https:',
    checkMinutes: account.checkMinutes,
    async createRequest(order) {
      const answer = await ask({ method: 'POST', path: '/paylinks', contentType: xml, body: paylinkOf(order, account.modules) })
      const [result] = resultsOf(answer, true)
      const made = result && madeOf(result)
      if (!made) throw nonsense(brand, answer, true)
      return made
    },
    async findRequests(order) {
      const results = await list(`id_batch=${encodeURIComponent(keyOf(order))}`).catch((error: unknown) => {
        // A batch that it does not know is one that was not made.
        if (error instanceof GatewayRefused) return []
        throw error
      })
      return results.filter((result) => fetchedOf(result, []).linkId === order.linkId).flatMap((result) => madeOf(result) ?? [])
    },
    async fetchRequest(providerRef) {
      if (!mpidPattern.test(providerRef)) throw new GatewayRefused('unknown', 'no number of MailToPay')
      const result = (await list(`mpid=${providerRef}`)).find(({ mpid }) => mpid === providerRef)
      if (!result) throw new GatewayUnavailable(`${brand} answers with another request`, { fault: 'answer' })
      return fetchedOf(result, account.states)
    },
    cancelRequest: (providerRef) => cancelBySetting(ask, { cancelCall: account.cancelCall, contentType: xml }, providerRef),
    readWebhook: () => [],
  }
}

/** Asks for the newest requests, few of them: whatever is answered in its own words, it let us in. Throws GatewayUnavailable. */
export async function testMailToPay(place: Pick<Config, 'allowPrivateHosts'>, account: MailToPayAccount): Promise<void> {
  const answer = await openRequestApi({ ...account, brand }, place)({ path: '/paylinks?rrp=10', contentType: xml })
  if (answer.status >= 300 || readReply(answer.text) === null) throw nonsense(brand, answer, false)
}

function resultsOf(answer: Answered, mayMake = false): Extract<Reply, { results: unknown }>['results'] {
  const reply = readReply(answer.text)
  if (reply && 'fault' in reply) throw new GatewayRefused(answer.status === 404 ? 'unknown' : reply.fault.code, reply.fault.text)
  if (answer.status >= 300) throw new GatewayRefused(answer.status === 404 ? 'unknown' : String(answer.status), answer.text.slice(0, 200))
  if (reply === null) throw nonsense(brand, answer, mayMake)
  return reply.results
}
