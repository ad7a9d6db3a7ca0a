import { Right } from '@regie/contract/right-codes.ts'
import { type FormEvent, lazy, Suspense, useId, useRef, useState } from 'react'
import { paths } from '../paths.ts'
import { useText } from '../locales/i18n.tsx'
import { useGoTo } from '../session/address.ts'
import { useSelection } from '../session/selection.ts'
import { useRight } from '../session/use-right.ts'
import { AppLink } from '../ui/app-link.tsx'
import { Icon } from '../ui/icon.tsx'
import styles from './case-search.module.css'
import { useKey } from '../ui/use-key.ts'

// Not before somebody types.
const CaseSuggestions = lazy(async () => ({ default: (await import('./case-suggestions.tsx')).CaseSuggestions }))
// As few as the list of what was found asks; fewer find half of all cases.
const lettersMin = 3

/** Search from everywhere: `/` puts the cursor here, what one types is found beneath it, Enter goes to the results or to the case that was chosen. */
export function CaseSearch() {
  const t = useText()
  const goTo = useGoTo()
  const input = useRef<HTMLInputElement>(null)
  const listId = useId()
  const [words, setWords] = useState('')
  const [isOpen, setOpen] = useState(false)
  const [active, setActive] = useState<string | null>(null)
  const { customerID } = useSelection()
  const maySearch = useRight(Right.viewCases)
  useKey('/', () => input.current?.focus())
  if (!maySearch) return null
  const close = () => {
    setOpen(false)
    setActive(null)
  }
  const search = (event: FormEvent) => {
    event.preventDefault()
    close()
    if (words.trim() !== '') goTo(paths.search({ q: words.trim() }))
  }
  const hasList = isOpen && customerID !== null && words.trim().length >= lettersMin
  return (
    <search>
      <form className={styles.search} onSubmit={search}>
        <Icon name="search" size={16} />
        <input
          ref={input}
          type="text"
          role="combobox"
          autoComplete="off"
          aria-autocomplete="list"
          aria-expanded={hasList}
          aria-controls={hasList ? listId : undefined}
          aria-activedescendant={active ?? undefined}
          aria-label={t('app.search')}
          placeholder={t('app.search')}
          maxLength={100}
          value={words}
          onChange={(event) => {
            setWords(event.currentTarget.value)
            setOpen(true)
            setActive(null)
          }}
          onBlur={close}
          onKeyDown={(event) => {
            if (event.key !== 'Escape') return
            if (hasList) close()
            else event.currentTarget.blur()
          }}
        />
        <kbd aria-hidden="true">/</kbd>
        {hasList && (
          <Suspense>
            <CaseSuggestions
              id={listId}
              customerID={customerID}
              words={words.trim()}
              input={input}
              onActive={setActive}
              onClose={() => {
                close()
                setWords('')
              }}
            />
          </Suspense>
        )}
      </form>
      <AppLink to={paths.search()} className={styles.onPhone} label={t('app.search')}>
        <Icon name="search" />
      </AppLink>
    </search>
  )
}
