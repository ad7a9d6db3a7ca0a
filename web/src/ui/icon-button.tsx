import type { MouseEventHandler, Ref } from 'react'
import { Icon, type IconName } from './icon.tsx'
import styles from './icon-button.module.css'
import { sayRefused } from './refused-press.ts'

type IconButtonProps = {
  icon: IconName
  label: string
  onPress?: () => void
  reason?: string | undefined
  isPressed?: boolean
  ref?: Ref<HTMLButtonElement>
  /** Given by a menu or popover whose trigger this is. */
  onClick?: MouseEventHandler
}

export function IconButton({ icon, label, onPress, reason, isPressed, ref, onClick, ...rest }: IconButtonProps) {
  return (
    <button
      {...rest}
      ref={ref}
      type="button"
      className={styles.button}
      aria-label={reason === undefined ? label : `${label}: ${reason}`}
      title={reason ?? label}
      aria-disabled={reason !== undefined || undefined}
      aria-pressed={isPressed}
      onClick={(event) => {
        if (reason !== undefined) sayRefused(reason)
        else {
          onClick?.(event)
          onPress?.()
        }
      }}
    >
      <Icon name={icon} />
    </button>
  )
}
