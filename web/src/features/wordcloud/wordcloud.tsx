import { Right } from '@regie/contract/right-codes.ts'
import type { Wordcloud as Answer } from '@regie/contract/wordcloud.ts'
import { lazy, Suspense, useState } from 'react'
import { formatDate, formatNumber } from '../../locales/format.ts'
import { useText } from '../../locales/i18n.tsx'
import { type AppPath, paths } from '../../paths.ts'
import { useRight } from '../../session/use-right.ts'
import { AppLink } from '../../ui/app-link.tsx'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { Panel } from '../../ui/panel.tsx'
import { ScrollRegion } from '../../ui/scroll-region.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { WordMessages } from './word-messages.tsx'
import { type CloudScope, useWordcloud } from './wordcloud-data.ts'
import styles from './wordcloud.module.css'

// What lays the words out is larger than the rest of the screen, so it comes after it.
const CloudPicture = lazy(() => import('./cloud-picture.tsx').then((module) => ({ default: module.CloudPicture })))

type WordcloudProps = { scope: CloudScope; word: string; onWord: (word: string) => void }

/** What people and staff write about: the words as a picture or as a table, each leading to its messages. */
export function Wordcloud({ scope, word, onWord }: WordcloudProps) {
  const t = useText()
  const [isTable, setTable] = useState(false)
  const mayOpen = useRight(Right.viewCases)
  const query = useWordcloud(scope, false)
  const pathOf = mayOpen ? (chosen: string) => paths.wordcloud({ ...scope.filters, word: chosen }) : null
  const actions = (
    <Button kind="quiet" icon={<Icon name={isTable ? 'words' : 'columns'} size={16} />} onPress={() => setTable(!isTable)}>
      {t(isTable ? 'wordcloud.asPicture' : 'wordcloud.asTable')}
    </Button>
  )
  return (
    <div className={styles.cloud}>
      <Loaded query={query} lines={8}>
        {(answer) =>
          answer.words.length === 0 ? (
            <EmptyState icon="words" title={t('wordcloud.empty.title')} text={t('wordcloud.empty.text')} />
          ) : (
            <Panel title={t('wordcloud.mostUsed')} actions={actions}>
              <p className={styles.counted}>{countedWords(t, answer)}</p>
              {isTable ? <WordTable words={answer.words} pathOf={pathOf} /> : <Picture words={answer.words} pathOf={pathOf} />}
            </Panel>
          )
        }
      </Loaded>
      {word !== '' && mayOpen && <WordMessages scope={scope} word={word} onClose={() => onWord('')} />}
    </div>
  )
}

type WordsProps = { words: Answer['words']; pathOf: ((word: string) => AppPath) | null }

/** The words as a picture, once the code that lays them out has come. */
export function Picture(props: WordsProps) {
  const t = useText()
  return (
    <Suspense fallback={<Skeleton lines={7} />}>
      <CloudPicture label={t('wordcloud.mostUsed')} {...props} />
    </Suspense>
  )
}

function WordTable({ words, pathOf }: WordsProps) {
  const t = useText()
  return (
    <ScrollRegion label={t('wordcloud.mostUsed')} className={styles.tableBox}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{t('wordcloud.word')}</th>
            <th scope="col">{t('wordcloud.messages')}</th>
          </tr>
        </thead>
        <tbody>
          {words.map(({ word, count }) => (
            <tr key={word}>
              <th scope="row">{pathOf === null ? word : <AppLink to={pathOf(word)}>{word}</AppLink>}</th>
              <td>{formatNumber(count)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  )
}

/** Over how many texts it was counted, and whether older ones were left out. */
export function countedWords(t: ReturnType<typeof useText>, { read, found, isAll, since }: Answer): string {
  const over = t('wordcloud.counted', { count: found, shown: formatNumber(found) })
  return isAll || since === null ? over : `${over} ${t('wordcloud.notAll', { read: formatNumber(read), since: formatDate(since) })}`
}
