import { type TemplateFault, type TemplateKind, TemplateOptions } from '@regie/contract/templates.ts'

export type OptionName = keyof TemplateOptions
/** What options of a text are about; as a group they fold. */
export type OptionGroupKey = 'use' | 'sender' | 'receivers' | 'look' | 'measure' | 'sms' | 'card' | 'advanced'
type Group = { key: OptionGroupKey; options: readonly OptionName[] }

// Each kind has only what it uses; what is asked most stands first.
export const optionGroups: Record<TemplateKind, readonly Group[]> = {
  email: [
    { key: 'use', options: ['offered', 'withInvoices', 'byPost', 'queuePriority'] },
    { key: 'sender', options: ['fromName', 'replyTo'] },
    { key: 'receivers', options: ['to', 'cc', 'bcc', 'alwaysCc'] },
    { key: 'look', options: ['formal', 'amountStyle', 'headerHeight', 'priority'] },
    { key: 'measure', options: ['tracking', 'logStatusAt'] },
    { key: 'advanced', options: ['formalLetter', 'saveMime'] },
  ],
  sms: [
    { key: 'use', options: ['offered', 'queuePriority'] },
    { key: 'look', options: ['formal', 'amountStyle'] },
    { key: 'sms', options: ['longSms', 'smsProvider', 'checkNumber'] },
    { key: 'card', options: ['cardImage', 'cardTitle', 'cardDescription'] },
    { key: 'measure', options: ['logStatusAt'] },
  ],
  whatsapp: [
    { key: 'use', options: ['offered', 'queuePriority'] },
    { key: 'look', options: ['formal', 'amountStyle'] },
    { key: 'card', options: ['cardImage', 'cardTitle', 'cardDescription'] },
    { key: 'measure', options: ['logStatusAt'] },
  ],
  call: [
    { key: 'use', options: ['queuePriority'] },
    { key: 'look', options: ['formal', 'amountStyle'] },
  ],
}

export const standard = TemplateOptions.parse({})

// What is wrong with a text and stands among its options.
const groupOfFault: Partial<Record<TemplateFault['fault'], OptionGroupKey>> = {
  receiverUnknown: 'receivers',
  smsOnlyOne: 'sms',
  smsProviderOff: 'sms',
  smsProviderGone: 'sms',
  statusFieldGone: 'measure',
  cardField: 'card',
  cardImageGone: 'card',
}

/** The group of a text of this kind in which a fault is mended; undefined: it is one of the words. */
export function optionGroupOf(kind: TemplateKind, { fault }: TemplateFault): OptionGroupKey | undefined {
  const key = groupOfFault[fault]
  return optionGroups[kind].some((group) => group.key === key) ? key : undefined
}
