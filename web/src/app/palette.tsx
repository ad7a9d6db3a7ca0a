import { Right } from '@regie/contract/right-codes.ts'
import { type KeyboardEvent, useId, useState } from 'react'
import { type AppPath, paths, pathTo } from '../paths.ts'
import { useText } from '../locales/i18n.tsx'
import { useGoTo } from '../session/address.ts'
import { useRight } from '../session/use-right.ts'
import { Dialog } from '../ui/dialog.tsx'
import { Icon, type IconName } from '../ui/icon.tsx'
import styles from './palette.module.css'
import type { MenuScreen } from './screen-table.ts'

type Choice = { key: string; label: string; icon: IconName; to: AppPath }

/** Go anywhere by a few letters; what is typed can always be searched as a case. */
export function Palette({ screens, onClose }: { screens: readonly MenuScreen[]; onClose: () => void }) {
  const t = useText()
  const goTo = useGoTo()
  const listId = useId()
  const maySearch = useRight(Right.viewCases)
  const [words, setWords] = useState('')
  const [place, setPlace] = useState(0)
  const found: Choice[] = screens
    .map((screen) => ({ key: screen.name, label: t(`menu.screens.${screen.name}`), icon: screen.menu.icon, to: pathTo(screen.name) }))
    .filter((choice) => choice.label.toLowerCase().includes(words.trim().toLowerCase()))
  const search: Choice = {
    key: 'find',
    label: t('palette.find', { words: words.trim() }),
    icon: 'case',
    to: paths.search({ q: words.trim() }),
  }
  const choices = words.trim() !== '' && maySearch ? [...found, search] : found
  const current = Math.min(place, choices.length - 1)
  const follow = (choice: Choice | undefined) => {
    if (choice === undefined) return
    onClose()
    goTo(choice.to)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown') setPlace(Math.min(choices.length - 1, current + 1))
    else if (event.key === 'ArrowUp') setPlace(Math.max(0, current - 1))
    else if (event.key === 'Enter') follow(choices[current])
    else return
    event.preventDefault()
  }
  return (
    <Dialog isOpen title={t('palette.title')} onClose={onClose}>
      <input
        className={styles.input}
        autoFocus
        role="combobox"
        aria-expanded="true"
        aria-controls={listId}
        aria-activedescendant={choices[current] && `${listId}-${choices[current].key}`}
        aria-label={t('palette.title')}
        placeholder={t('palette.placeholder')}
        value={words}
        onChange={(event) => setWords(event.currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      <div id={listId} role="listbox" aria-label={t('palette.title')} className={styles.list}>
        {choices.map((choice, index) => (
          <button
            key={choice.key}
            id={`${listId}-${choice.key}`}
            type="button"
            role="option"
            tabIndex={-1}
            aria-selected={index === current}
            onClick={() => follow(choice)}
          >
            <Icon name={choice.icon} />
            {choice.label}
          </button>
        ))}
      </div>
    </Dialog>
  )
}
