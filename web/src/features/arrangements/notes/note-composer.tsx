import type { CaseDetail } from '@regie/contract/cases.ts'
import { useRefusal } from '../use-refusal.ts'
import { NoteForm } from './note-form.tsx'

/** Room for a note on top of what happened, where it then stands; nothing for who may not write one. */
export function NoteComposer({ found }: { found: CaseDetail }) {
  const { toNote } = useRefusal(found)
  return toNote === undefined ? <NoteForm caseID={found.caseID} customerID={found.customerID} /> : null
}
