import type { CaseDetail } from '@regie/contract/cases.ts'
import type { WrittenChannel } from '@regie/contract/manual-messages.ts'
import { useText } from '../../locales/i18n.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Composer } from './composer.tsx'

type ComposeProps = { found: CaseDetail; channel: WrittenChannel; onClose: () => void }

/** Writes to the person of a case from its head. */
export function ComposeDialog({ found: { caseID }, channel, onClose }: ComposeProps) {
  const t = useText()
  return (
    <Dialog isOpen title={t(`outreach.compose.${channel}`)} size="wide" onClose={onClose}>
      <Composer caseID={caseID} channel={channel} onSent={onClose} onCancel={onClose} />
    </Dialog>
  )
}
