import { parentPort } from 'node:worker_threads'
import type { MailAnswer } from './mail-reader.ts'
import { readMail } from './read-mail.ts'

// Answers each mail with what it says, or with why it cannot be read.
parentPort?.on('message', (source: Uint8Array) => {
  void readMail(source).then(
    (mail) => answer({ mail }),
    (error: unknown) => answer({ fault: error instanceof Error ? error.message : String(error) }),
  )
})

const answer = (given: MailAnswer) => parentPort?.postMessage(given)
