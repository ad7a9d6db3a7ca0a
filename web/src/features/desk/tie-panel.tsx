import { caseApi } from '@regie/contract/cases.ts'
import { deskApi } from '@regie/contract/desk.ts'
import { useState } from 'react'
import { useApi } from '../../api/use-api.ts'
import { useText } from '../../locales/i18n.tsx'
import { Button } from '../../ui/button.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { SearchInput } from '../../ui/search-input.tsx'
import styles from './desk.module.css'
import { useDeskChange } from './desk-data.ts'

// Fewer letters find everybody.
const wordsMin = 3
const shownMax = 6

/** Which case does an unknown caller call about: found by what they name. Who they are is established after it, as in any call. */
export function TiePanel({ customerID, callID }: { customerID: number; callID: number }) {
  const t = useText()
  const [words, setWords] = useState('')
  const isAsked = words.trim().length >= wordsMin
  return (
    <section className={styles.identify} aria-label={t('desk.tie')}>
      <h3>{t('desk.tie')}</h3>
      <p className={styles.quiet}>{t('desk.tieText')}</p>
      <SearchInput label={t('desk.tieSearch')} placeholder={t('desk.tieHint')} autoFocus value={words} onSearch={setWords} />
      {isAsked && <Found customerID={customerID} callID={callID} words={words.trim()} />}
    </section>
  )
}

function Found({ customerID, callID, words }: { customerID: number; callID: number; words: string }) {
  const t = useText()
  const query = useApi(caseApi.search, { query: { customerID, q: words, limit: shownMax } })
  const tie = useDeskChange(deskApi.tie)
  return (
    <Loaded query={query} lines={3}>
      {({ rows }) =>
        rows.length === 0 ? (
          <p role="status">{t('desk.tieNone')}</p>
        ) : (
          <ul className={styles.found}>
            {rows.map(({ caseID, caseNumber, name, batchName }) => (
              <li key={caseID}>
                <span>
                  <strong>{name ?? t('desk.nameless')}</strong>
                  <small>{[caseNumber, batchName].join(' · ')}</small>
                </span>
                <Button isBusy={tie.isPending} onPress={() => tie.send({ params: { callID }, body: { caseID } })}>
                  {t('desk.tieChoose')} <span className="visually-hidden">{caseNumber}</span>
                </Button>
              </li>
            ))}
          </ul>
        )
      }
    </Loaded>
  )
}
