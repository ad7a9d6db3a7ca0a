import { outgoingWebhookApi, type WebhookMessageState } from '@regie/contract/outgoing-webhooks.ts'
import { useApi, useApiChange } from '../../api/use-api.ts'
import { useRows } from '../../api/use-rows.ts'

export const useWebhooks = (customerID: number) => useApi(outgoingWebhookApi.list, { query: { customerID } })

export const useWebhookMessages = (webhookID: number, state: WebhookMessageState | null) =>
  useRows(outgoingWebhookApi.messages, { params: { webhookID }, query: { ...(state !== null && { state }) } })

export const useWebhookMessage = (webhookID: number, webhookMessageID: number) =>
  useApi(outgoingWebhookApi.message, { params: { webhookID, webhookMessageID } }, { staleMs: 0 })

const refresh = [outgoingWebhookApi.list, outgoingWebhookApi.messages, outgoingWebhookApi.message]
export const useCreateWebhook = () => useApiChange(outgoingWebhookApi.create, { refresh })
export const useChangeWebhook = () => useApiChange(outgoingWebhookApi.change, { refresh })
export const useRemoveWebhook = () => useApiChange(outgoingWebhookApi.remove, { refresh })
export const useNewSecret = () => useApiChange(outgoingWebhookApi.newSecret, { refresh })
export const useTestWebhook = () => useApiChange(outgoingWebhookApi.test, { refresh })
export const useReplay = () => useApiChange(outgoingWebhookApi.replay, { refresh })
export const useReplayFailed = () => useApiChange(outgoingWebhookApi.replayFailed, { refresh })

/** The key of what a type of message is called on screen. */
export const wordOfType = (type: string) => `webhooks.types.${type.replace('.', '_')}` as 'webhooks.types.case_closed'
