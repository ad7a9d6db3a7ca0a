import { Right } from '@regie/contract/right-codes.ts'
import type { CaseDetail } from '@regie/contract/cases.ts'
import { type ReactNode, useState } from 'react'
import { useText } from '../../../locales/i18n.tsx'
import { formatNextDayOrMoment } from '../../../locales/next-moment.ts'
import { Can } from '../../../session/can.tsx'
import { useRight } from '../../../session/use-right.ts'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { useIsPhone } from '../../../ui/use-media.ts'
import { ResumeCaseDialog } from './pause-case-dialog.tsx'

type PausedNoticeProps = {
  found: CaseDetail
  /** Who calls back, and about what. */
  callback?: ReactNode
}

/** Why nothing goes out of a case that is paused; on a phone with the way to go on, which stands in the bar elsewhere. */
export function PausedNotice({ found, callback }: PausedNoticeProps) {
  const t = useText()
  const [isAsked, setAsked] = useState(false)
  const isPhone = useIsPhone()
  const mayLock = useRight(Right.lockBatches)
  if (found.status !== 'paused') return null
  const { why, meanwhile } = wordsOf(found, t)
  const action = isPhone && (
    <Can right={Right.changeCases} refusal={found.batchLocked && !mayLock ? t('cases.locked') : undefined}>
      {(reason) => (
        <Button icon={<Icon name="play" size={16} />} reason={reason} onPress={() => setAsked(true)}>
          {t('cases.resume.button')}
        </Button>
      )}
    </Can>
  )
  return (
    <>
      <Notice isLine tone="warning" icon="pause" title={why} action={action}>
        {found.pausedFor === 'callback' && callback}
        {meanwhile}
      </Notice>
      {isAsked && <ResumeCaseDialog found={found} onClose={() => setAsked(false)} />}
    </>
  )
}

/** What was agreed with the person is named; a pause by staff, and one without an end, says until when. */
function wordsOf({ pausedUntil, pausedFor }: CaseDetail, t: ReturnType<typeof useText>) {
  const isVulnerable = pausedFor === 'vulnerable'
  if (pausedUntil === null)
    return {
      why: t(isVulnerable ? 'cases.pausedNotice.vulnerableForever' : 'cases.pausedNotice.forever'),
      meanwhile: t('cases.pausedNotice.text'),
    }
  const at = formatNextDayOrMoment(pausedUntil)
  if (pausedFor === 'callback') return { why: t('cases.pausedNotice.callback', { at }), meanwhile: t('cases.pausedNotice.mayCall') }
  if (pausedFor === 'promise') return { why: t('cases.pausedNotice.promise', { at }), meanwhile: t('cases.pausedNotice.untilThen') }
  return {
    why: t(isVulnerable ? 'cases.pausedNotice.vulnerable' : 'cases.pausedNotice.until', { at }),
    meanwhile: t('cases.pausedNotice.text'),
  }
}
