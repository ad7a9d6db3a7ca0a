import { wordSources, wordTargets } from '@regie/contract/wordcloud.ts'
import { useText } from '../../locales/i18n.tsx'
import { PeriodInput } from '../../ui/dates/period-input.tsx'
import { SelectInput } from '../../ui/inputs.tsx'
import { SearchInput } from '../../ui/search-input.tsx'
import type { CloudFilters } from './wordcloud-data.ts'

type WordFiltersProps = { filters: CloudFilters; onFilters: (changed: Partial<CloudFilters>) => void }

/** Which texts the words come from. */
export function WordFilters({ filters, onFilters }: WordFiltersProps) {
  const t = useText()
  const { words, from, until, source, target } = filters
  return (
    <>
      <SearchInput
        label={t('wordcloud.filters.words')}
        placeholder={t('wordcloud.filters.wordsHint')}
        maxLength={100}
        value={words}
        onSearch={(typed) => onFilters({ words: typed })}
      />
      <SelectInput
        label={t('wordcloud.filters.target')}
        isLabelHidden
        value={target}
        onChange={(chosen) => onFilters({ target: chosen })}
        options={[
          { value: '', label: t('wordcloud.filters.everyTarget') },
          ...wordTargets.map((value) => ({ value, label: t(`wordcloud.targets.${value}`) })),
        ]}
      />
      <SelectInput
        label={t('wordcloud.filters.source')}
        isLabelHidden
        value={source}
        onChange={(chosen) => onFilters({ source: chosen })}
        options={[
          { value: '', label: t('wordcloud.filters.everySource') },
          ...wordSources.map((value) => ({ value, label: t(`wordcloud.sources.${value}`) })),
        ]}
      />
      <PeriodInput label={t('wordcloud.filters.period')} value={{ from, until }} onChange={onFilters} />
    </>
  )
}
