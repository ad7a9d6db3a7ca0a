import { formatPlainDay, formatTime } from '../../locales/format.ts'
import { useText } from '../../locales/i18n.tsx'
import { useSelection } from '../../session/selection.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { useNow } from '../../ui/use-now.ts'
import { countedWords, Picture } from './wordcloud.tsx'
import { type CloudFilters, type CloudScope, sourceOf, targetOf, useWordcloud } from './wordcloud-data.ts'
import styles from './wordcloud.module.css'

/** The cloud by itself, for a screen that nobody touches: it says whose it is, of which texts, and what time it is. */
export function FullWordcloud({ scope }: { scope: CloudScope }) {
  const t = useText()
  const now = useNow(10_000)
  const { customers } = useSelection()
  const name = customers.find(({ customerID }) => customerID === scope.customerID)?.name ?? ''
  const about = filterWords(t, scope.filters)
  return (
    <main className={styles.full}>
      <header className={styles.head}>
        <h1>
          {name} <span>{[t('menu.screens.wordcloud'), ...about].join(' · ')}</span>
        </h1>
        <time>{formatTime(new Date(now).toISOString())}</time>
      </header>
      <Loaded query={useWordcloud(scope, true)} lines={8}>
        {(answer) =>
          answer.words.length === 0 ? (
            <EmptyState icon="words" title={t('wordcloud.empty.title')} text={t('wordcloud.empty.text')} />
          ) : (
            <>
              <Picture words={answer.words} pathOf={null} />
              <p className={styles.counted}>{countedWords(t, answer)}</p>
            </>
          )
        }
      </Loaded>
    </main>
  )
}

/** The filters in words, for whoever cannot see the fields. */
function filterWords(t: ReturnType<typeof useText>, filters: CloudFilters): string[] {
  const { words, from, until } = filters
  const [source, target] = [sourceOf(filters), targetOf(filters)]
  return [
    ...(target === undefined ? [] : [t(`wordcloud.targets.${target}`)]),
    ...(source === undefined ? [] : [t(`wordcloud.sources.${source}`)]),
    ...(words === '' ? [] : [`“${words}”`]),
    ...(from === '' ? [] : [t('wordcloud.fromDay', { day: formatPlainDay(from) })]),
    ...(until === '' ? [] : [t('wordcloud.untilDay', { day: formatPlainDay(until) })]),
  ]
}
