import { AppError } from '../../../platform/app-error.ts'
import { ChildFailed, openChild } from '../../../platform/child-process/ask-child.ts'

/** A page of MJML to make HTML of, or texts to clean. */
export type MailTask = { mjml: string } | { clean: readonly string[] }

// A page of sixty pieces takes 20 ms once the library is there, which takes a second on a busy machine.
const deadlineMs = 10_000

const child = openChild<MailTask, string[]>(new URL('./mail-child.ts', import.meta.url), { heapMb: 128, idleMs: 60_000 })

/** Makes HTML of MJML. */
export async function compileMail(mjml: string): Promise<string> {
  const [html = ''] = await work({ mjml })
  return html
}

/** Texts with only the tags that may stay. */
export const cleanApart = (texts: readonly string[]): Promise<string[]> => work({ clean: texts })

/** Done in a process of its own, which ends when nobody has asked for a minute, or with whatever makes it run too long or grow too large. */
async function work(task: MailTask): Promise<string[]> {
  try {
    return await child.ask(task, deadlineMs)
  } catch (error) {
    throw error instanceof ChildFailed && error.isTooMuch ? new AppError('template.tooLarge', { cause: error }) : error
  }
}
