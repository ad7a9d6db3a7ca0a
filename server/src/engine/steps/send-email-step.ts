import type { StepHandler } from './step.ts'
import { writeToPerson } from './write-to-person.ts'

/** Queues an e-mail and goes on: what becomes of it shows on the case. */
export const sendEmailStep: StepHandler<'send-email'> = async (run, { settings, next }) => {
  const letter = {
    channel: 'email',
    template: settings.template,
    recipient: run.case.email,
    sender: senderFor(run.case.customerName, run.facts.providers.email?.sender || run.services.config.mailFrom),
  } as const
  return (await writeToPerson(run, next, letter)) ?? { next }
}

/** The customer's name over our address. */
function senderFor(customerName: string, mailFrom: string): string {
  const address = /<([^<>]+)>/.exec(mailFrom)?.[1] ?? mailFrom
  return `${customerName.replace(/[<>"\r\n]/g, '')} <${address}>`
}
