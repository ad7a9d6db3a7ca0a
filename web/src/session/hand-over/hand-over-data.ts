import { bulkApi } from '@regie/contract/bulk.ts'
import type { RequestOf } from '@regie/contract/endpoint.ts'
import { handOverApi } from '@regie/contract/hand-overs.ts'
import { useApi, useApiChange } from '../../api/use-api.ts'

/** Which of these cases can go now, and why the others cannot. */
export const useHandOverQuestion = (asked: RequestOf<typeof handOverApi.question>['body']) =>
  useApi(handOverApi.question, { body: asked }, { staleMs: 0 })

export const useRecipients = (customerID: number) => useApi(handOverApi.recipients, { query: { customerID } })

export const useStartHandOver = () => useApiChange(handOverApi.start, { refresh: [bulkApi.list, handOverApi.list, handOverApi.recipients] })
