import { answerParent } from '../../../platform/child-process/answer-parent.ts'
import { cleanRichText } from './mail-mjml.ts'
import type { MailTask } from './mail-work.ts'

// What it takes and makes stays out of the memory of the process that answers, and out of its time.
answerParent(async (task: MailTask): Promise<string[]> => {
  if ('clean' in task) return task.clean.map(cleanRichText)
  // It comes with the first page: it takes a second, and who only cleans a text need not wait for it.
  const { default: mjml2html } = await import('mjml')
  // The library would have the reader's mail program fetch fonts from elsewhere; without them it names none.
  const { html } = await mjml2html(task.mjml, { validationLevel: 'skip', minify: false, fonts: {} })
  return [html]
})
