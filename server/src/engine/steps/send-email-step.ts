import { emailSender } from '../../modules/templates/senders.ts'
import type { StepHandler } from './step.ts'
import { writeToPerson } from './write-to-person.ts'

/** Queues an e-mail and goes on: what becomes of it shows on the case. */
export const sendEmailStep: StepHandler<'send-email'> = async (run, { settings, next }) => {
  const letter = {
    channel: 'email',
    template: settings.template,
    recipient: run.case.email,
    sender: emailSender(run.case.customerName, run.facts.providers.email?.sender || run.services.config.mailFrom),
  } as const
  return (await writeToPerson(run, next, letter)) ?? { next }
}
