import { arrangementApi, type PaymentPromise } from '@regie/contract/arrangements.ts'
import { caseActionApi } from '@regie/contract/case-actions.ts'
import { caseApi, type CaseDetail } from '@regie/contract/cases.ts'
import type { CallOf } from '@regie/contract/endpoint.ts'
import { paymentApi } from '@regie/contract/payment-actions.ts'
import { paymentRequestApi } from '@regie/contract/payment-requests.ts'
import { useQueryClient } from '@tanstack/react-query'
import { callApi } from '../../api/call-api.ts'
import { apiKey, useApi } from '../../api/use-api.ts'

/** What was asked and paid for a case; the screen of the case asks again when something about it changed. */
export function useCasePayments(caseID: number) {
  return useApi(caseApi.payments, { params: { caseID } })
}

/** The payment requests of a case, by each provider that its customer has for them. */
export function usePaymentRequests(caseID: number) {
  return useApi(paymentRequestApi.list, { params: { caseID } })
}

/** What sending the link would send; asked afresh each time. */
export function useLinkQuestion(caseID: number) {
  return useApi(paymentApi.linkQuestion, { params: { caseID } }, { staleMs: 0 })
}

export const sendLink = (caseID: number, body: CallOf<typeof paymentApi.sendLink>['body']) =>
  callApi(paymentApi.sendLink, { params: { caseID }, body })
export const createRequest = (caseID: number, body: CallOf<typeof paymentRequestApi.create>['body']) =>
  callApi(paymentRequestApi.create, { params: { caseID }, body })
export const sendRequest = (paymentLinkID: number, key: string) =>
  callApi(paymentRequestApi.send, { params: { paymentLinkID }, body: { key } })
export const withdrawPayment = (caseID: number, paymentID: number, reason: string) =>
  callApi(paymentApi.withdraw, { params: { caseID, paymentID }, body: { reason } })

const ofLink = (paymentLinkID: number) => ({ params: { paymentLinkID } })
export const markLink = (id: number, reason: string) => callApi(paymentApi.markLink, { ...ofLink(id), body: { reason } })
export const unmarkLink = (id: number, reason: string) => callApi(paymentApi.unmarkLink, { ...ofLink(id), body: { reason } })
export const deleteLink = (id: number) => callApi(paymentApi.deleteLink, ofLink(id))
export const restoreLink = (id: number) => callApi(paymentApi.restoreLink, ofLink(id))

// What money of one case moves besides the case itself.
const moved = [
  ...[caseApi.payments, caseApi.timeline, caseApi.list, caseApi.search, caseActionApi.permission],
  ...[arrangementApi.list, paymentApi.linkQuestion, paymentRequestApi.list],
]

/** Puts the answer on the screen at once, and asks again what moved with it. */
export function useMoneyAnswer() {
  const client = useQueryClient()
  return (answer: CaseDetail) => {
    client.setQueryData(apiKey(caseApi.get, { params: { caseID: answer.caseID }, query: {} }), answer)
    for (const endpoint of moved) void client.invalidateQueries({ queryKey: apiKey(endpoint) })
  }
}

/** The plan of instalments that runs with a case; null: none, or one promise. */
export function useOpenPlan(caseID: number): PaymentPromise | null {
  const promises = useApi(arrangementApi.list, { params: { caseID } }).data?.promises ?? []
  return promises.find(({ kind, state, parts }) => kind === 'plan' && state === 'open' && parts.length > 1) ?? null
}
