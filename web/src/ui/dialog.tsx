import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { useText } from '../locales/i18n.tsx'
import { Button } from './button.tsx'
import styles from './dialog.module.css'
import { IconButton } from './icon-button.tsx'
import { giveFocusBack } from './give-focus-back.ts'
import { TypedIsSaved, useTypedIn } from './use-typed-in.ts'

type DialogProps = {
  isOpen: boolean
  title: string
  /** Null where there is but one way out: the action inside. */
  onClose: (() => void) | null
  children: ReactNode
  actions?: ReactNode
  size?: 'small' | 'wide' | 'full'
  /** Of content that keeps itself: whether something of it is not kept yet. Then every way out asks, and nothing else does. */
  isUnsaved?: boolean | undefined
}

/**
 * A question over the page. The browser's own dialog keeps the focus inside, closes on Esc and gives the focus back.
 * Esc or a press outside asks first when something typed would be lost; Ctrl+Enter is its action.
 */
export function Dialog({ isOpen, ...rest }: DialogProps) {
  return isOpen ? <OpenDialog {...rest} /> : null
}

function OpenDialog({ title, onClose, children, actions, size = 'small', isUnsaved }: Omit<DialogProps, 'isOpen'>) {
  const t = useText()
  const titleId = useId()
  const element = useRef<HTMLDialogElement>(null)
  const { isTyped, save, handlers } = useTypedIn()
  const [isAsked, setAsked] = useState(false)
  const leave = () => (onClose !== null && (isUnsaved ?? isTyped()) ? setAsked(true) : onClose?.())
  const onKeyDown = (event: KeyboardEvent) => {
    event.stopPropagation()
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey) && !event.defaultPrevented) {
      // From any field, by the button itself: grey or busy it does nothing.
      element.current?.querySelector<HTMLElement>(':scope > div > footer [type=submit]')?.click()
      return
    }
    if (event.key !== 'Escape' || event.defaultPrevented || event.nativeEvent.isComposing) return
    // A browser lets a page hold back its own Esc only once; the key itself can always be held back.
    event.preventDefault()
    leave()
  }
  useEffect(() => {
    const dialog = element.current
    const giveBack = giveFocusBack()
    dialog?.showModal()
    // A text that is longer than the window is scrolled with the keys too.
    const body = dialog?.querySelector<HTMLElement>('[data-body]')
    if (body && body.querySelector('a, button, input, select, textarea') === null) body.tabIndex = 0
    // The first field; without one the first answer, which is the harmless one.
    dialog?.querySelector<HTMLElement>('[data-body] :is(input, select, textarea):not([type=hidden], :disabled), footer button')?.focus()
    return () => {
      dialog?.close()
      giveBack()
    }
  }, [])
  return (
    <>
      <dialog
        ref={element}
        className={styles.dialog}
        data-size={size}
        aria-labelledby={titleId}
        onCancel={(event) => {
          event.preventDefault()
          leave()
        }}
        onKeyDown={onKeyDown}
        onPointerDown={(event) => event.target === element.current && leave()}
        {...handlers}
      >
        <div className={styles.box}>
          <header className={styles.head}>
            <h2 id={titleId}>{title}</h2>
            {onClose !== null && <IconButton icon="close" label={t('ui.close')} onPress={isUnsaved === undefined ? onClose : leave} />}
          </header>
          <div data-body className={styles.body}>
            <TypedIsSaved value={save}>{children}</TypedIsSaved>
          </div>
          {actions !== undefined && <footer className={styles.actions}>{actions}</footer>}
        </div>
      </dialog>
      {isAsked && <LossQuestion onKeep={() => setAsked(false)} onDiscard={() => onClose?.()} />}
    </>
  )
}

function LossQuestion({ onKeep, onDiscard }: { onKeep: () => void; onDiscard: () => void }) {
  const t = useText()
  const actions = (
    <>
      <Button onPress={onKeep}>{t('ui.typed.keep')}</Button>
      <Button kind="danger" onPress={onDiscard}>
        {t('ui.typed.discard')}
      </Button>
    </>
  )
  return (
    <Dialog isOpen title={t('ui.typed.title')} onClose={onKeep} actions={actions}>
      {t('ui.typed.text')}
    </Dialog>
  )
}
