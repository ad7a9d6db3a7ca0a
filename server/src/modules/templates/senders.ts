import type { TemplateOptions } from '@regie/contract/templates.ts'

/** The customer's name over our address. */
export function emailSender(customerName: string, mailFrom: string): string {
  const address = /<([^<>]+)>/.exec(mailFrom)?.[1] ?? mailFrom
  return `${customerName.replace(/[<>"\r\n]/g, '')} <${address}>`
}

/** At most 11 letters and digits: what phones accept in place of a number (product.md §3.9). */
export function smsSender(customerName: string): string {
  return (
    customerName
      .normalize('NFD')
      .replace(/[^a-z0-9]/gi, '')
      .slice(0, 11) || 'Regie'
  )
}

/** What the record of a message names as its sender, by channel. */
export function writtenSender(channel: 'sms' | 'whatsapp', customerName: string): string {
  return channel === 'sms' ? smsSender(customerName) : customerName
}

/** The same sender by the name that the text gives itself, where it gives one. */
export function senderOf({ fromName }: Pick<TemplateOptions, 'fromName'>, sender: string): string {
  return fromName === '' ? sender : emailSender(fromName, sender)
}

/** `own`: the address of the provider, or the installation's. */
type Naming = { fromName: string; customerName: string; own: string }

/** The sender of a message of any written channel. */
export function senderOfChannel(channel: 'email' | 'sms' | 'whatsapp', { fromName, customerName, own }: Naming): string {
  return channel === 'email' ? emailSender(fromName || customerName, own) : writtenSender(channel, customerName)
}
