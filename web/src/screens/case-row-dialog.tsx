import type { CaseDetail } from '@regie/contract/cases.ts'
import { CallbackDialog } from '../features/arrangements/callbacks/callback-dialog.tsx'
import { NoteForm } from '../features/arrangements/notes/note-form.tsx'
import { ResultDialog } from '../features/cases/actions/result-dialog.tsx'
import { useCase } from '../features/cases/cases-data.ts'
import { useText } from '../locales/i18n.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { NotLoaded } from '../ui/loaded.tsx'

export type RowWork = 'result' | 'callback' | 'note'

/** The question of one action on a row of a list. The case itself is asked for first: what one may do depends on how it stands now. */
export function CaseRowDialog({ caseID, work, onClose }: { caseID: number; work: RowWork; onClose: () => void }) {
  const t = useText()
  const query = useCase(caseID)
  const { data: found } = query
  if (found === undefined)
    return (
      <Dialog isOpen title={t('cases.one')} onClose={onClose}>
        <NotLoaded query={query} lines={4} />
      </Dialog>
    )
  if (work === 'result') return <ResultDialog found={found} onClose={onClose} />
  if (work === 'callback') return <CallbackDialog found={found} onClose={onClose} />
  return <NoteDialog found={found} onClose={onClose} />
}

function NoteDialog({ found, onClose }: { found: CaseDetail; onClose: () => void }) {
  const t = useText()
  return (
    <Dialog
      isOpen
      title={t('cases.row.noteOf', { name: found.name === '' ? found.caseNumber : found.name })}
      onClose={onClose}
      actions={<Button onPress={onClose}>{t('ui.close')}</Button>}
    >
      <NoteForm caseID={found.caseID} customerID={found.customerID} onSaved={onClose} />
    </Dialog>
  )
}
