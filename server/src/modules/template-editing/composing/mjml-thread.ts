import { parentPort } from 'node:worker_threads'
import mjml2html from 'mjml'

// The library would have the reader's mail program fetch fonts from elsewhere; without them it names none.
// It and what it makes of a page stay out of the memory of the process that answers.
parentPort?.on('message', ({ id, mjml }: { id: number; mjml: string }) => {
  mjml2html(mjml, { validationLevel: 'skip', minify: false, fonts: {} }).then(
    ({ html }) => parentPort?.postMessage({ id, html }),
    (error: unknown) => parentPort?.postMessage({ id, error: String(error) }),
  )
})
