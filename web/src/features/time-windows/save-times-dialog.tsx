import type { ResponseOf } from '@regie/contract/endpoint.ts'
import type { timeApi } from '@regie/contract/time-windows.ts'
import { formatNumber } from '../../locales/format.ts'
import { useText } from '../../locales/i18n.tsx'
import { formatNextMoment } from '../../locales/next-moment.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Stack } from '../../ui/stack.tsx'

type SaveTimesDialogProps = { impact: ResponseOf<typeof timeApi.impact>; onSave: () => Promise<unknown>; onClose: () => void }

/** What these hours would do, before they are saved: which cases they concern, when the script works next, which other scripts change with it. */
export function SaveTimesDialog({ impact: { scripts, waitingCases, nowOpen, nextAt }, onSave, onClose }: SaveTimesDialogProps) {
  const t = useText()
  const opening = nowOpen
    ? t('times.impact.open')
    : nextAt === null
      ? t('times.impact.never')
      : t('times.impact.from', { moment: formatNextMoment(nextAt) })
  return (
    <ConfirmDialog isOpen title={t('times.impact.title')} verb={t('times.impact.verb')} onConfirm={onSave} onClose={onClose}>
      <Stack isWide>
        {scripts.length > 0 && (
          <Notice tone="warning" icon="link" title={t('times.shared.title', { count: scripts.length })}>
            {scripts.join(', ')}
          </Notice>
        )}
        <p>{t('times.impact.cases', { count: waitingCases, total: formatNumber(waitingCases) })}</p>
        {nowOpen || nextAt !== null ? <p>{opening}</p> : <Notice tone="warning">{opening}</Notice>}
      </Stack>
    </ConfirmDialog>
  )
}
