import type { ComponentProps, ReactNode } from 'react'
import { useText } from '../locales/i18n.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { useRight } from './use-right.ts'

type EmptyToFillProps = Omit<ComponentProps<typeof EmptyState>, 'action'> & {
  /** Who holds any one of these may fill it. */
  right: number | readonly number[]
  action: ReactNode
}

/** Says what would be here. Who may fill it gets the action that does; who may not is told to ask a colleague. */
export function EmptyToFill({ right, action, text, ...empty }: EmptyToFillProps) {
  const t = useText()
  if (useRight(right)) return <EmptyState {...empty} text={text} action={action} />
  return (
    <EmptyState
      {...empty}
      text={
        <>
          {text} {t('app.askColleague')}
        </>
      }
    />
  )
}
