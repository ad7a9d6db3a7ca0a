import { arrangementApi } from '@regie/contract/arrangements.ts'
import { blacklistApi } from '@regie/contract/blacklist.ts'
import { caseActionApi } from '@regie/contract/case-actions.ts'
import { caseApi, type CaseDetail } from '@regie/contract/cases.ts'
import { debtLawApi } from '@regie/contract/debt-law.ts'
import type { CallOf } from '@regie/contract/endpoint.ts'
import { paymentApi } from '@regie/contract/payment-actions.ts'
import { undoApi } from '@regie/contract/undo.ts'
import { whyApi } from '@regie/contract/why.ts'
import { useQueryClient } from '@tanstack/react-query'
import { callApi } from '../../api/call-api.ts'
import { apiKey, useApi } from '../../api/use-api.ts'

// What an action on one case moves besides the case itself.
const refreshed = [
  caseApi.list,
  caseApi.timeline,
  caseApi.search,
  caseApi.payments,
  paymentApi.linkQuestion,
  blacklistApi.ofCase,
  caseActionApi.closeQuestion,
  caseActionApi.reopenQuestion,
  caseActionApi.permission,
  undoApi.list,
  arrangementApi.list,
  whyApi.case,
  debtLawApi.get,
]

/** Puts the answer of an action on the screen at once, and asks again what moved with it. */
export function useCaseAnswer() {
  const client = useQueryClient()
  return (answer: CaseDetail) => {
    client.setQueryData(apiKey(caseApi.get, { params: { caseID: answer.caseID }, query: {} }), answer)
    for (const endpoint of refreshed) void client.invalidateQueries({ queryKey: apiKey(endpoint) })
  }
}

/** The numbers of the question before closing; asked afresh each time. */
export function useCloseQuestion(caseID: number) {
  return useApi(caseActionApi.closeQuestion, { params: { caseID } }, { staleMs: 0 })
}

/** The links of a case, with what was paid: the same answer as its panel shows. */
export function useCaseLinks(caseID: number) {
  return useApi(caseApi.payments, { params: { caseID } })
}

/** What would close the case again by itself; asked afresh each time. */
export function useReopenQuestion(caseID: number) {
  return useApi(caseActionApi.reopenQuestion, { params: { caseID } }, { staleMs: 0 })
}

export type SeenBody = { version: number }
export const sendCase = {
  result: (caseID: number, body: SeenBody & { resultCode: string }) => callApi(caseActionApi.setResult, { params: { caseID }, body }),
  close: (caseID: number, body: SeenBody & { resultCode: string }) => callApi(caseActionApi.close, { params: { caseID }, body }),
  reopen: (caseID: number, body: SeenBody & { restart: boolean }) => callApi(caseActionApi.reopen, { params: { caseID }, body }),
  pause: (caseID: number, body: SeenBody & { until: string | null; resume: boolean; pastPromise?: boolean }) =>
    callApi(caseActionApi.pause, { params: { caseID }, body }),
  link: (caseID: number, body: SeenBody & { linkedCaseID: number | null }) => callApi(caseActionApi.link, { params: { caseID }, body }),
  book: (caseID: number, body: CallOf<typeof paymentApi.book>['body']) => callApi(paymentApi.book, { params: { caseID }, body }),
  fields: (caseID: number, body: SeenBody & { fields: Record<string, string> }) =>
    callApi(caseActionApi.change, { params: { caseID }, body }),
}
