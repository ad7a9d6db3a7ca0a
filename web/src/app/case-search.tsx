import { Right } from '@regie/contract/right-codes.ts'
import { type FormEvent, useRef, useState } from 'react'
import { paths } from '../paths.ts'
import { useText } from '../locales/i18n.tsx'
import { useGoTo } from '../session/address.ts'
import { useRight } from '../session/use-right.ts'
import { AppLink } from '../ui/app-link.tsx'
import { Icon } from '../ui/icon.tsx'
import styles from './case-search.module.css'
import { useKey } from '../ui/use-key.ts'

/** Search from everywhere: `/` puts the cursor here, Enter goes to the results. */
export function CaseSearch() {
  const t = useText()
  const goTo = useGoTo()
  const input = useRef<HTMLInputElement>(null)
  const [words, setWords] = useState('')
  const maySearch = useRight(Right.viewCases)
  useKey('/', () => input.current?.focus())
  if (!maySearch) return null
  const search = (event: FormEvent) => {
    event.preventDefault()
    if (words.trim() !== '') goTo(paths.search({ q: words.trim() }))
  }
  return (
    <search>
      <form className={styles.search} onSubmit={search}>
        <Icon name="search" size={16} />
        <input
          ref={input}
          type="search"
          aria-label={t('app.search')}
          placeholder={t('app.search')}
          maxLength={100}
          value={words}
          onChange={(event) => setWords(event.currentTarget.value)}
          onKeyDown={(event) => event.key === 'Escape' && event.currentTarget.blur()}
        />
        <kbd aria-hidden="true">/</kbd>
      </form>
      <AppLink to={paths.search()} className={styles.onPhone} label={t('app.search')}>
        <Icon name="search" />
      </AppLink>
    </search>
  )
}
