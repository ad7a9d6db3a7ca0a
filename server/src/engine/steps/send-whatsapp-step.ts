import type { StepHandler } from './step.ts'
import { writeToPerson } from './write-to-person.ts'

/** Queues a WhatsApp message of an approved text and goes on. */
export const sendWhatsappStep: StepHandler<'send-whatsapp'> = async (run, { settings, next }) => {
  const letter = { channel: 'whatsapp', template: settings.template, recipient: run.case.mobile, sender: run.case.customerName } as const
  return (await writeToPerson(run, next, letter)) ?? { next }
}
