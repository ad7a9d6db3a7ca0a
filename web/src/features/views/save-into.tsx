import { SavedView } from '@regie/contract/saved-views.ts'
import { useState } from 'react'
import { ApiFailure } from '../../api/api-failure.ts'
import { currentOf } from '../../api/conflict.ts'
import { errorText } from '../../locales/error-text.ts'
import { useText } from '../../locales/i18n.tsx'
import { notify } from '../../session/notification.tsx'
import { Button } from '../../ui/button.tsx'
import { ConflictNotice } from '../../ui/conflict-notice.tsx'
import type { OpenView } from './use-open-view.ts'
import { useChangeView, useViewsAgain } from './views-data.ts'

type Conflict = { current: SavedView; lastSave: ApiFailure['lastSave'] }

/** Keeps what is shown in the view that is open. Of two colleagues the second is told so: they take over what the first saved, or save once more. */
export function SaveInto({ view, opened, onDone }: { view: OpenView; opened: SavedView; onDone: () => void }) {
  const t = useText()
  const change = useChangeView()
  const askAgain = useViewsAgain()
  const [conflict, setConflict] = useState<Conflict | null>(null)
  const { viewID, name, shared, version } = conflict?.current ?? opened
  const save = async () => {
    try {
      view.onSaved(await change.mutateAsync({ params: { viewID }, body: { ...view.shown, name, shared, version } }))
      onDone()
    } catch (failure) {
      const current = currentOf(failure, SavedView)
      if (current !== null && failure instanceof ApiFailure) setConflict({ current, lastSave: failure.lastSave })
      else notify(failure instanceof ApiFailure ? errorText(failure.code, failure.params) : t('views.failed'))
    }
  }
  const take = async (current: SavedView) => {
    await askAgain()
    view.open(current)
    onDone()
  }
  return (
    <>
      {conflict !== null && (
        <ConflictNotice
          onTake={() => void take(conflict.current)}
          {...(conflict.lastSave !== undefined && { lastSave: conflict.lastSave })}
        />
      )}
      <Button kind="main" isBusy={change.isPending} onPress={() => void save()}>
        {t('views.saveInto', { name })}
      </Button>
    </>
  )
}
