import type { MouseEventHandler, ReactNode, Ref } from 'react'
import styles from './button.module.css'
import { sayRefused } from './refused-press.ts'

type ButtonKind = 'main' | 'plain' | 'quiet' | 'danger'

export type ButtonProps = {
  children: ReactNode
  kind?: ButtonKind | undefined
  icon?: ReactNode
  isBusy?: boolean | undefined
  isDisabled?: boolean | undefined
  /** Why the button may not be pressed: it turns grey, keeps its place in the tab order and tells, also when it is pressed. */
  reason?: string | undefined
  type?: 'button' | 'submit' | undefined
  /** The id of the form that it sends, where it stands outside of it. */
  form?: string | undefined
  isWide?: boolean | undefined
  /** On a phone its icon stands over its word, as one of a row of alike ones at the lower edge. */
  shape?: 'tile' | undefined
  onPress?: (() => void) | undefined
  ref?: Ref<HTMLButtonElement>
  /** Given by a menu or popover whose trigger this is. */
  onClick?: MouseEventHandler
}

/** An action. While it is busy it keeps its width and takes no second press. */
export function Button({
  children,
  kind = 'plain',
  icon,
  isBusy = false,
  isDisabled,
  reason,
  type = 'button',
  isWide,
  shape,
  onPress,
  ref,
  onClick,
  ...rest
}: ButtonProps) {
  const isRefused = reason !== undefined
  return (
    <button
      {...rest}
      ref={ref}
      type={type}
      className={styles.button}
      data-kind={isRefused ? 'refused' : kind}
      data-quiet={kind === 'quiet' || undefined}
      data-wide={isWide || undefined}
      data-shape={shape}
      data-busy={isBusy || undefined}
      disabled={isDisabled}
      aria-disabled={isRefused || isBusy || undefined}
      aria-busy={isBusy || undefined}
      title={reason}
      onClick={(event) => {
        if (isRefused) sayRefused(reason)
        if (isRefused || isBusy) return event.preventDefault()
        onClick?.(event)
        onPress?.()
      }}
    >
      <span className={styles.content}>
        {icon}
        <span>{children}</span>
        {isRefused && <span className="visually-hidden">: {reason}</span>}
      </span>
      {isBusy && <span className={styles.spinner} />}
    </button>
  )
}
