import { useEffect, useEffectEvent, useState } from 'react'
import { useText } from '../../../locales/i18n.tsx'
import { SearchSelect } from '../../../ui/search-select/search-select.tsx'
import { TextInput } from '../../../ui/text-inputs.tsx'
import { useTyping } from '../../../ui/use-typing.ts'
import styles from '../flow.module.css'
import { useCasesToSimulate } from '../flow-data.ts'
import { Stack } from '../../../ui/stack.tsx'

/** A case to simulate with: one of the newest of this script, or one that is looked for. */
export function CasePicker({
  customerID,
  scriptID,
  value,
  onChange,
}: {
  customerID: number
  scriptID: number
  value: number | null
  onChange: (caseID: number | null) => void
}) {
  const t = useText()
  const [wanted, setWanted] = useState('')
  const [text, type] = useTyping(wanted, setWanted)
  const { rows, isLoading, failure } = useCasesToSimulate(customerID, scriptID, wanted)
  const [first] = rows
  const isListed = rows.some((row) => row.caseID === value)
  const takeFirst = useEffectEvent(() => {
    if (!isListed && first !== undefined) onChange(first.caseID)
  })
  useEffect(() => takeFirst(), [isListed, first])
  const options = rows.map((row) => ({
    value: String(row.caseID),
    label: t('flow.simulation.choose', { number: row.caseNumber, name: row.name }),
  }))
  return (
    <Stack>
      <TextInput
        type="search"
        label={t('flow.simulation.search')}
        help={t('flow.simulation.searchHelp')}
        value={text}
        maxLength={200}
        onChange={type}
      />
      {!isLoading && rows.length === 0 && failure === null ? (
        <p className={styles.soft}>{t('flow.simulation.noCase')}</p>
      ) : (
        <SearchSelect
          label={t('flow.simulation.case')}
          value={String(value ?? '')}
          options={options}
          onChange={(chosen) => onChange(Number(chosen))}
        />
      )}
    </Stack>
  )
}
