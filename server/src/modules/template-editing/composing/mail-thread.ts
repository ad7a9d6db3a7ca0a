import { parentPort } from 'node:worker_threads'
import { cleanRichText } from './mail-mjml.ts'
import type { MailTask } from './mail-work.ts'

// MJML comes with the first page: it takes a second, and who only cleans a text need not wait for it.
async function done(task: MailTask): Promise<string[]> {
  if ('clean' in task) return task.clean.map(cleanRichText)
  const { default: mjml2html } = await import('mjml')
  // The library would have the reader's mail program fetch fonts from elsewhere; without them it names none.
  const { html } = await mjml2html(task.mjml, { validationLevel: 'skip', minify: false, fonts: {} })
  return [html]
}

// What it takes and makes stays out of the memory of the process that answers, and out of its time.
parentPort?.on('message', ({ id, task }: { id: number; task: MailTask }) => {
  done(task).then(
    (texts) => parentPort?.postMessage({ id, texts }),
    (error: unknown) => parentPort?.postMessage({ id, error: String(error) }),
  )
})
