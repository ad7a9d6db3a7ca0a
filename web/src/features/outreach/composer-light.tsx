import type { WrittenTexts } from '@regie/contract/manual-messages.ts'
import { useText } from '../../locales/i18n.tsx'
import { formatNextMoment } from '../../locales/next-moment.ts'
import { Badge } from '../../ui/badge.tsx'

type LightProps = { answer: WrittenTexts; isClosed: boolean; isWindowClosed: boolean }

/** Whether it may leave now, and else why not: said before anything is typed. */
export function ComposerLight({ answer, isClosed, isWindowClosed }: LightProps) {
  const t = useText()
  if (isClosed)
    return (
      <Badge tone="error" icon="ban">
        {t('cases.refusals.caseClosed')}
      </Badge>
    )
  const mayWords =
    answer.answersUntil === null
      ? t('outreach.compose.mayNow')
      : t('outreach.compose.mayAnswer', { at: formatNextMoment(answer.answersUntil) })
  const words = !answer.ok ? refusedWords(t, answer) : isWindowClosed ? t('outreach.compose.windowClosed') : mayWords
  const isFine = answer.ok && !isWindowClosed
  return (
    <>
      <Badge tone={isFine ? 'success' : 'warning'} icon={isFine ? 'check' : 'clock'}>
        {words}
      </Badge>
      {!answer.ok && isWindowClosed && (
        <Badge tone="warning" icon="alert">
          {t('outreach.compose.windowClosed')}
        </Badge>
      )}
    </>
  )
}

/** Why it may not leave now, and when it may. */
export function refusedWords(t: ReturnType<typeof useText>, { reason, nextAt }: WrittenTexts): string {
  const why = reason === null ? t('cases.lights.no') : t(`cases.refusals.${reason}`)
  return nextAt === null ? why : `${why} · ${t('cases.lights.again', { at: formatNextMoment(nextAt) })}`
}
