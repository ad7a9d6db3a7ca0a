import '@mantine/core/styles/UnstyledButton.layer.css'
import '@mantine/core/styles/Loader.layer.css'
import '@mantine/core/styles/Button.layer.css'
import { Button as LibraryButton } from '@mantine/core'
import type { ReactNode, Ref } from 'react'
import styles from './button.module.css'

export type ButtonKind = 'main' | 'plain' | 'quiet' | 'danger'

export type ButtonProps = {
  children: ReactNode
  kind?: ButtonKind | undefined
  icon?: ReactNode
  isBusy?: boolean | undefined
  isDisabled?: boolean | undefined
  /** Why the button may not be pressed: it turns grey, keeps its place in the tab order and tells. */
  reason?: string | undefined
  type?: 'button' | 'submit' | undefined
  isWide?: boolean | undefined
  onPress?: (() => void) | undefined
  ref?: Ref<HTMLButtonElement>
}

const looks = {
  main: { variant: 'filled', color: 'brand' },
  plain: { variant: 'default' },
  quiet: { variant: 'subtle', color: 'brand' },
  danger: { variant: 'filled', color: 'danger' },
} as const

export function Button({ children, kind = 'plain', icon, isBusy, isDisabled, reason, type = 'button', isWide, onPress, ref, ...rest }: ButtonProps) {
  const isRefused = reason !== undefined
  return (
    <LibraryButton
      {...rest}
      {...looks[kind]}
      {...(ref ? { ref } : {})}
      type={type}
      size="sm"
      leftSection={icon}
      loading={isBusy ?? false}
      disabled={isDisabled ?? false}
      fullWidth={isWide ?? false}
      aria-disabled={isRefused || undefined}
      title={reason}
      className={isRefused ? styles.refused : styles.button}
      onClick={(event) => {
        if (isRefused) event.preventDefault()
        else onPress?.()
      }}
    >
      {children}
      {isRefused && <span className="visually-hidden">: {reason}</span>}
    </LibraryButton>
  )
}
