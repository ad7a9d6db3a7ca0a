import type { RequestOf } from '@regie/contract/endpoint.ts'
import type { WrittenChannel } from '@regie/contract/manual-messages.ts'
import type { messageApi } from '@regie/contract/messages.ts'

export type Filter = RequestOf<typeof messageApi.check>['body']['filter']
export type Plan = Omit<RequestOf<typeof messageApi.send>['body'], 'filter'>

/** What is being put together: who gets it stands in the address, what is here. */
export type MessageDraft = {
  channel: WrittenChannel
  templateID: number | null
  overrides: Readonly<Record<string, string>>
  sendAt: string | null
  makeLinks: boolean
  simplify: boolean
}

export const emptyDraft = { templateID: null, overrides: {}, sendAt: null, makeLinks: false, simplify: false } as const

/** The draft as the server takes it; null while no text is chosen. */
export function planOf(customerID: number, { templateID, overrides, sendAt, makeLinks, simplify }: MessageDraft): Plan | null {
  if (templateID === null) return null
  const filled = Object.fromEntries(Object.entries(overrides).filter(([, value]) => value.trim() !== ''))
  return { customerID, templateID, overrides: filled, sendAt, makeLinks, simplify }
}
