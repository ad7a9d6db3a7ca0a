import type { RequestOf } from '@regie/contract/endpoint.ts'
import type { WrittenChannel } from '@regie/contract/manual-messages.ts'
import type { messageApi } from '@regie/contract/messages.ts'

export type Filter = RequestOf<typeof messageApi.check>['body']['filter']
export type Plan = Omit<RequestOf<typeof messageApi.send>['body'], 'filter'>

export type NextChannel = { channel: WrittenChannel; templateID: number | null }

/** What is being put together: who gets it stands in the address, what is here. */
export type MessageDraft = {
  channel: WrittenChannel
  templateID: number | null
  /** The channels that are tried where the one before may or can not. */
  otherwise: readonly NextChannel[]
  overrides: Readonly<Record<string, string>>
  sendAt: string | null
  makeLinks: boolean
  simplify: boolean
}

export const emptyDraft = { templateID: null, otherwise: [], overrides: {}, sendAt: null, makeLinks: false, simplify: false } as const

/** The draft as the server takes it; null while no text is chosen. A next channel counts once its text is chosen. */
export function planOf(customerID: number, draft: MessageDraft): Plan | null {
  const { templateID, otherwise, overrides, sendAt, makeLinks, simplify } = draft
  if (templateID === null) return null
  const filled = Object.fromEntries(Object.entries(overrides).filter(([, value]) => value.trim() !== ''))
  const next = otherwise.flatMap((one) => (one.templateID === null ? [] : { ...one, templateID: one.templateID }))
  return { customerID, templateID, otherwise: next, overrides: filled, sendAt, makeLinks, simplify }
}

/** The channels of a draft in the order in which they are tried. */
export const channelsOf = ({ channel, otherwise }: MessageDraft): WrittenChannel[] => [channel, ...otherwise.map((one) => one.channel)]
