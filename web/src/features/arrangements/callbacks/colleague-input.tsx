import { useText } from '../../../locales/i18n.tsx'
import { useSession } from '../../../session/use-session.ts'
import { SearchSelect } from '../../../ui/search-select/search-select.tsx'
import { useColleagues } from '../arrangements-data.ts'

type ColleagueInputProps = {
  customerID: number
  /** Null: whoever is there. */
  value: number | null
  onChange: (userID: number | null) => void
  error: string | undefined
}

/** Who calls back: myself first, then whoever is there, then the others by name. */
export function ColleagueInput({ customerID, value, onChange, error }: ColleagueInputProps) {
  const t = useText()
  const { userID, username } = useSession()
  const { data: colleagues = [] } = useColleagues(customerID)
  const myName = colleagues.find((colleague) => colleague.userID === userID)?.name ?? username
  const others = colleagues.filter((colleague) => colleague.userID !== userID)
  const options = [
    { value: String(userID), label: t('arrangements.callbacks.me', { name: myName }) },
    { value: '', label: t('arrangements.callbacks.anyone') },
    ...others.map((colleague) => ({ value: String(colleague.userID), label: colleague.name })),
  ]
  return (
    <SearchSelect
      label={t('arrangements.callbacks.who')}
      value={String(value ?? '')}
      onChange={(chosen) => onChange(chosen === '' ? null : Number(chosen))}
      options={options}
      error={error}
    />
  )
}
