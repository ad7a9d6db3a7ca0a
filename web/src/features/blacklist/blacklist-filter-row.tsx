import { Right } from '@regie/contract/right-codes.ts'
import { useText } from '../../locales/i18n.tsx'
import { useRight } from '../../session/use-right.ts'
import { ChipChoice } from '../../ui/chip-choice.tsx'
import { SearchInput } from '../../ui/search-input.tsx'
import { SearchSelect } from '../../ui/search-select/search-select.tsx'
import { SelectInput } from '../../ui/inputs.tsx'
import { listingReason } from '../../locales/listing-words.ts'
import styles from './blacklist.module.css'
import { type BlacklistFilters, kinds, reasons, shows } from './blacklist-query.ts'

type FilterRowProps = { filters: BlacklistFilters; onFilters: (changed: Partial<BlacklistFilters>) => void }

export function BlacklistFilterRow({ filters, onFilters }: FilterRowProps) {
  const t = useText()
  const seesAll = useRight(Right.viewPersonalData)
  return (
    <>
      <ChipChoice
        label={t('blacklist.show.label')}
        value={shows.find((one) => one === filters.show) ?? 'standing'}
        onChange={(show) => onFilters({ show: show === 'standing' ? '' : show })}
        options={shows.map((value) => ({ value, label: t(`blacklist.show.${value}`) }))}
      />
      <div className={styles.search}>
        <SearchInput
          label={t('blacklist.search')}
          placeholder={t(seesAll ? 'blacklist.search' : 'blacklist.searchWhole')}
          maxLength={320}
          value={filters.q}
          onSearch={(q) => onFilters({ q })}
        />
      </div>
      <div className={styles.choice}>
        <SelectInput
          label={t('blacklist.kind.label')}
          isLabelHidden
          value={filters.kind}
          onChange={(kind) => onFilters({ kind })}
          options={[
            { value: '', label: t('blacklist.kind.every') },
            ...kinds.map((value) => ({ value, label: t(`blacklist.kind.${value}`) })),
          ]}
        />
      </div>
      <div className={styles.choice}>
        <SearchSelect
          label={t('blacklist.reason.label')}
          isLabelHidden
          value={filters.reason}
          onChange={(reason) => onFilters({ reason })}
          options={[
            { value: '', label: t('blacklist.reason.every') },
            ...reasons.map((value) => ({ value, label: listingReason(t, value) })),
          ]}
        />
      </div>
    </>
  )
}
