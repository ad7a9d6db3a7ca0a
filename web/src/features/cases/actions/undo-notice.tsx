import { useQueryClient } from '@tanstack/react-query'
import { caseApi, type CaseDetail } from '@regie/contract/cases.ts'
import { useEffect, useState } from 'react'
import { apiKey } from '../../../api/use-api.ts'
import { useText } from '../../../locales/i18n.tsx'
import { notify } from '../../../session/notification.tsx'
import { Button } from '../../../ui/button.tsx'
import { failureWords } from '../../../ui/failure-text.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { findUndo, takeBack } from '../case-work-data.ts'

const undoSeconds = 10

/** For ten seconds after an action: take it back. `done` is the version that the action made. */
export function UndoNotice({ found, done, onOver }: { found: CaseDetail; done: number; onOver: () => void }) {
  const t = useText()
  const client = useQueryClient()
  const [token, setToken] = useState<string | null>(null)
  const [left, setLeft] = useState(undoSeconds)
  const [isBusy, setBusy] = useState(false)
  useEffect(() => {
    let isGone = false
    // Without an answer there is nothing to offer; the action itself is done.
    findUndo(found.caseID).then(
      (action) => !isGone && setToken(action?.token ?? null),
      () => undefined,
    )
    return () => void (isGone = true)
  }, [found.caseID, done])
  useEffect(() => {
    if (token === null) return
    if (left === 0) return onOver()
    const timer = setTimeout(() => setLeft(left - 1), 1000)
    return () => clearTimeout(timer)
  }, [token, left, onOver])
  if (token === null) return null
  const undo = async () => {
    setBusy(true)
    await takeBack(token).then(
      ({ restored }) => notify(t(restored > 0 ? 'cases.undo.done' : 'cases.undo.late')),
      (failure: Error) => notify(failureWords(failure)),
    )
    for (const endpoint of [caseApi.get, caseApi.timeline, caseApi.list]) void client.invalidateQueries({ queryKey: apiKey(endpoint) })
    onOver()
  }
  return (
    <Notice
      tone="success"
      icon="check"
      action={
        <Button icon={<Icon name="reopen" size={16} />} isBusy={isBusy} onPress={() => void undo()}>
          {t('cases.undo.verb', { seconds: left })}
        </Button>
      }
    >
      {t('cases.undo.text')}
    </Notice>
  )
}
