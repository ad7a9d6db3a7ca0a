import { smsSender } from '../../modules/templates/senders.ts'
import type { StepHandler } from './step.ts'
import { writeToPerson } from './write-to-person.ts'

/** Queues an SMS and goes on. */
export const sendSmsStep: StepHandler<'send-sms'> = async (run, { settings, next }) => {
  const letter = {
    channel: 'sms',
    template: settings.template,
    recipient: run.case.mobile,
    sender: smsSender(run.case.customerName),
  } as const
  return (await writeToPerson(run, next, letter)) ?? { next }
}
