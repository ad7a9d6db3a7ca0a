import type { Flow, ScriptText } from '@regie/contract/flow.ts'
import { type KeyboardEvent, useRef, useState } from 'react'
import { useText } from '../../../locales/i18n.tsx'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Field } from '../../../ui/field.tsx'
import { Icon } from '../../../ui/icon.tsx'
import styles from './texts.module.css'

type TemplateDialogProps = {
  templates: Flow['templates']
  texts: readonly ScriptText[]
  chosen: string
  onChoose: (key: string) => void
  onClose: () => void
}

/** A text to choose by its name or its words, each as a person would read it. The arrows go through them, Enter takes one. */
export function TemplateDialog({ templates, texts, chosen, onChoose, onClose }: TemplateDialogProps) {
  const t = useText()
  const [wanted, setWanted] = useState('')
  const [looked, setLooked] = useState(chosen)
  const list = useRef<HTMLUListElement>(null)
  const textOf = (key: string) => texts.find((one) => one.key === key)
  const words = wanted.trim().toLowerCase()
  const found = templates.filter(({ key, name }) => {
    const filled = textOf(key)?.filled
    return `${name} ${filled?.subject ?? ''} ${filled?.text ?? ''}`.toLowerCase().includes(words)
  })
  const shown = found.find(({ key }) => key === looked) ?? found[0]
  const text = shown && textOf(shown.key)
  const go = (to: number) => {
    const next = found[Math.min(Math.max(to, 0), found.length - 1)]
    if (!next) return
    setLooked(next.key)
    list.current?.querySelectorAll('button')[found.indexOf(next)]?.scrollIntoView({ block: 'nearest' })
  }
  const onKey = (event: KeyboardEvent) => {
    const at = shown === undefined ? -1 : found.indexOf(shown)
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') go(at + (event.key === 'ArrowDown' ? 1 : -1))
    else if (event.key === 'Enter' && shown !== undefined) onChoose(shown.key)
    else return
    event.preventDefault()
  }
  const actions = (
    <>
      <Button onPress={onClose}>{t('ui.cancel')}</Button>
      <Button kind="main" isDisabled={shown === undefined} onPress={() => shown && onChoose(shown.key)}>
        {t('flow.choose.take')}
      </Button>
    </>
  )
  return (
    <Dialog isOpen size="wide" title={t('flow.choose.title')} onClose={onClose} actions={actions}>
      <div className={styles.chooser}>
        <div className={styles.found}>
          <Field label={t('flow.choose.search')} help={t('flow.choose.help')}>
            {(parts) => (
              <input
                {...parts}
                type="search"
                maxLength={100}
                value={wanted}
                onKeyDown={onKey}
                onChange={(event) => setWanted(event.currentTarget.value)}
              />
            )}
          </Field>
          <ul ref={list} className={styles.choices} aria-label={t('flow.choose.list')}>
            {found.map(({ key, name }) => (
              <li key={key}>
                <button
                  type="button"
                  aria-current={key === shown?.key || undefined}
                  onClick={() => setLooked(key)}
                  onKeyDown={(event) => event.key !== 'Enter' && onKey(event)}
                  onDoubleClick={() => onChoose(key)}
                >
                  <span className={styles.choiceName}>
                    {name}
                    {key === chosen && <Icon name="tick" size={16} />}
                  </span>
                  <span className={styles.choiceWords}>{textOf(key)?.filled.text.slice(0, 120)}</span>
                </button>
              </li>
            ))}
            {found.length === 0 && <li className={styles.soft}>{t('flow.choose.none')}</li>}
          </ul>
        </div>
        <figure className={styles.preview} aria-label={t('flow.choose.preview')}>
          {text === undefined ? (
            <p className={styles.soft}>{t('flow.choose.none')}</p>
          ) : (
            <blockquote data-kind={text.kind}>
              {text.kind === 'email' && <p className={styles.subject}>{text.filled.subject}</p>}
              <p className={styles.text}>{text.filled.text}</p>
            </blockquote>
          )}
        </figure>
      </div>
    </Dialog>
  )
}
