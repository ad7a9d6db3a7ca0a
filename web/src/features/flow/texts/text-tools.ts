import type { Flow } from '@regie/contract/flow.ts'

/** The reader for which the texts of steps are filled: somebody who does not exist, a case, or nobody: as they are written. */
export type Reader = { mode: 'sample' | 'case' | 'written'; caseID: number | null }

/** What the text of a step needs beside itself. `onEdit`: opens its template; null: one may not. */
export type TextTools = {
  customerID: number
  scriptID: number
  speech: Flow['speech']
  reader: Reader
  onReader: (reader: Reader) => void
  onEdit: ((templateID: number) => void) | null
}
