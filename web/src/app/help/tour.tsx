import { useRouterState } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { Right } from '@regie/contract/right-codes.ts'
import { useText } from '../../locales/i18n.tsx'
import { paths } from '../../paths.ts'
import { useGoTo } from '../../session/address.ts'
import { changeSettings, saveSettings } from '../../session/settings.ts'
import { useSession } from '../../session/use-session.ts'
import { Button } from '../../ui/button.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { useIsPhone } from '../../ui/use-media.ts'
import { firstScreen } from '../screen-table.ts'
import styles from './tour.module.css'

type Step = 'home' | 'palette' | 'case'

/**
 * Three steps for who is new: the first screen, finding things, a case. It stands below the screen and has its own room, so that it covers nothing, and
 * points at what it is about. Closed once it does not come back by itself. On a phone it is one line, which opens: the screen below it is to be worked with.
 */
export function Tour({ isAsked, onPalette, onEnd }: { isAsked: boolean; onPalette: () => void; onEnd: () => void }) {
  const t = useText()
  const goTo = useGoTo()
  const { rights } = useSession()
  const steps: readonly Step[] = [
    ...(firstScreen(rights) === 'home' ? ['home' as const] : []),
    'palette',
    ...(rights.includes(Right.viewCases) ? ['case' as const] : []),
  ]
  const [at, setAt] = useState(0)
  const step = steps[at] ?? 'palette'
  const isHome = useRouterState({ select: (state) => state.location.pathname === paths.home })
  // Who was there, or looks at another screen first, needs no ring round the way to it; the step about a case goes on to point at the case's own bar.
  const [tried, setTried] = useState<Step | null>(null)
  const isPast = (step === 'home' && !isHome) || (tried === step && step !== 'case')
  const pointsAt = isPast ? '' : step
  const region = useRef<HTMLElement>(null)
  useEffect(() => {
    document.documentElement.dataset['tour'] = pointsAt
    return () => {
      delete document.documentElement.dataset['tour']
    }
  }, [pointsAt])
  // Who asked for it gets the focus; at the first sign-in it stays where it is.
  useEffect(() => {
    if (isAsked) region.current?.querySelector('button')?.focus()
  }, [isAsked])
  const end = () => {
    changeSettings({ tour: false })
    // At once: who closes it and then loads the page again does not get it back.
    void saveSettings()
    onEnd()
  }
  const tries: Record<Step, () => void> = { home: () => goTo(paths.home), palette: onPalette, case: () => goTo(paths.search()) }
  const isLast = at === steps.length - 1
  const isNarrow = useIsPhone()
  const { title, text } = wordsOf(t, step, isNarrow)
  const tryIt = (
    <Button
      kind="quiet"
      onPress={() => {
        setTried(step)
        tries[step]()
      }}
    >
      {t(`help.tour.${step}.try`)}
    </Button>
  )
  return (
    // Esc inside it closes it, as everywhere.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <section
      ref={region}
      className={styles.tour}
      aria-label={t('help.tour.title')}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        event.stopPropagation()
        end()
      }}
    >
      <span className={styles.step}>{t('help.tour.step', { step: at + 1, steps: steps.length })}</span>
      <div className={styles.words} aria-live="polite">
        {isNarrow ? (
          <details key={step}>
            <summary>{title}</summary>
            <p>{text}</p>
            {tryIt}
          </details>
        ) : (
          <>
            <strong>{title}</strong> {text}
          </>
        )}
      </div>
      <div className={styles.actions}>
        {!isNarrow && tryIt}
        {at > 0 && !isNarrow && <Button onPress={() => setAt(at - 1)}>{t('help.tour.back')}</Button>}
        <Button kind="main" onPress={isLast ? end : () => setAt(at + 1)}>
          {isLast ? t('help.tour.done') : t('help.tour.next')}
        </Button>
        <IconButton icon="close" label={t('help.tour.skip')} onPress={end} />
      </div>
    </section>
  )
}

/** A phone has no keys: there the words name what is under the thumb. */
function wordsOf(t: ReturnType<typeof useText>, step: Step, isPhone: boolean) {
  if (isPhone && step === 'palette') return { title: t('help.tour.palette.onPhone.title'), text: t('help.tour.palette.onPhone.text') }
  const text = isPhone && step === 'case' ? t('help.tour.case.onPhone.text') : t(`help.tour.${step}.text`)
  return { title: t(`help.tour.${step}.title`), text }
}
