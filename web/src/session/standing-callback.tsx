import { arrangementApi, type Callback } from '@regie/contract/arrangements.ts'
import { useApi } from '../api/use-api.ts'
import { useText } from '../locales/i18n.tsx'
import { formatNextMoment } from '../locales/next-moment.ts'
import { Notice } from '../ui/notice.tsx'
import { ChoiceInput } from '../ui/toggles.tsx'
import { whoCalls } from './callback-words.ts'

/** What a new call-back does to the one that stands. */
export type Becomes = 'replace' | 'both'

/** The call-back of a case that is still to come, if one stands; `isPending`: nobody knows yet. */
export function useStandingCallback(caseID: number, isEnabled = true): { standing: Callback | null; isPending: boolean } {
  const { data, isPending } = useApi(arrangementApi.list, { params: { caseID } }, { isEnabled })
  return { standing: data?.callbacks.find(({ state }) => state === 'open') ?? null, isPending: isEnabled && isPending }
}

type StandingProps = { standing: Callback | null; becomes: Becomes; onBecomes: (becomes: Becomes) => void }

/** Who makes a call-back where one stands says what becomes of that: it is not kept in silence. */
export function StandingCallback({ standing, becomes, onBecomes }: StandingProps) {
  const t = useText()
  if (standing === null) return null
  return (
    <Notice
      tone="warning"
      icon="phone"
      title={t('arrangements.callbacks.stands', { at: formatNextMoment(standing.at), who: whoCalls(t, standing) })}
    >
      {standing.note !== '' && <p>{standing.note}</p>}
      <ChoiceInput
        label={t('arrangements.callbacks.becomes')}
        value={becomes}
        onChange={onBecomes}
        options={[
          { value: 'replace', label: t('arrangements.callbacks.replace') },
          { value: 'both', label: t('arrangements.callbacks.both') },
        ]}
      />
    </Notice>
  )
}
