import { type ReactNode, useEffect, useId, useRef } from 'react'
import { useText } from '../locales/i18n.tsx'
import styles from './dialog.module.css'
import { IconButton } from './icon-button.tsx'

type DialogProps = {
  isOpen: boolean
  title: string
  /** Null where there is but one way out: the action inside. */
  onClose: (() => void) | null
  children: ReactNode
  actions?: ReactNode
  size?: 'small' | 'wide'
}

/** A question over the page. The browser's own dialog keeps the focus inside, closes on Esc and gives the focus back. */
export function Dialog({ isOpen, ...rest }: DialogProps) {
  return isOpen ? <OpenDialog {...rest} /> : null
}

function OpenDialog({ title, onClose, children, actions, size = 'small' }: Omit<DialogProps, 'isOpen'>) {
  const t = useText()
  const titleId = useId()
  const element = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const dialog = element.current
    const before = document.activeElement
    dialog?.showModal()
    // The first field; without one the first answer, which is the harmless one.
    dialog?.querySelector<HTMLElement>('[data-body] :is(input, select, textarea):not([type=hidden]), footer button')?.focus()
    return () => {
      dialog?.close()
      if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true })
    }
  }, [])
  return (
    <dialog
      ref={element}
      className={styles.dialog}
      data-size={size}
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault()
        onClose?.()
      }}
      onKeyDown={(event) => event.stopPropagation()}
      onPointerDown={(event) => event.target === element.current && onClose?.()}
    >
      <div className={styles.box}>
        <header className={styles.head}>
          <h2 id={titleId}>{title}</h2>
          {onClose !== null && <IconButton icon="close" label={t('ui.close')} onPress={onClose} />}
        </header>
        <div data-body className={styles.body}>
          {children}
        </div>
        {actions !== undefined && <footer className={styles.actions}>{actions}</footer>}
      </div>
    </dialog>
  )
}
