import type { WrittenChannel } from '@regie/contract/manual-messages.ts'
import type { MessageTemplate } from '@regie/contract/messages.ts'

/** The texts of a channel as choices. */
export const templateOptions = (templates: readonly MessageTemplate[], channel: WrittenChannel) =>
  templates
    .filter((one) => one.channel === channel)
    .map(({ templateID, group, name }) => ({ value: String(templateID), label: group === '' ? name : `${group} · ${name}` }))
