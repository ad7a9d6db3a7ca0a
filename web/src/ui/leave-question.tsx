import { useBlocker } from '@tanstack/react-router'
import { useText } from '../locales/i18n.tsx'
import { ConfirmDialog } from './confirm-dialog.tsx'

/**
 * Asks before a screen with unsaved changes is left; the browser itself asks when the tab is closed.
 * `keepsWithin`: other words in the address (a tab, a choice) lose nothing here.
 */
export function LeaveQuestion({ isUnsaved, keepsWithin = false }: { isUnsaved: boolean; keepsWithin?: boolean }) {
  const t = useText()
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => isUnsaved && !(keepsWithin && current.pathname === next.pathname),
    enableBeforeUnload: () => isUnsaved,
    withResolver: true,
  })
  if (blocker.status !== 'blocked') return null
  return (
    <ConfirmDialog
      isOpen
      title={t('ui.unsaved.title')}
      verb={t('ui.unsaved.leave')}
      kind="danger"
      onConfirm={blocker.proceed}
      onClose={blocker.reset}
    >
      {t('ui.unsaved.text')}
    </ConfirmDialog>
  )
}
