import type { StepHandler } from './step.ts'
import { writeToPerson } from './write-to-person.ts'

/** Queues an SMS and goes on. */
export const sendSmsStep: StepHandler<'send-sms'> = async (run, { settings, next }) => {
  const letter = {
    channel: 'sms',
    template: settings.template,
    recipient: run.case.mobile,
    sender: senderFor(run.case.customerName),
  } as const
  return (await writeToPerson(run, next, letter)) ?? { next }
}

/** At most 11 letters and digits: what phones accept in place of a number (product.md §3.9). */
function senderFor(customerName: string): string {
  return (
    customerName
      .normalize('NFD')
      .replace(/[^a-z0-9]/gi, '')
      .slice(0, 11) || 'Regie'
  )
}
