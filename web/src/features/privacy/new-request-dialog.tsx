import type { CaseRow } from '@regie/contract/cases.ts'
import { identityManners, type PrivacyRequest, privacyCasesMax } from '@regie/contract/privacy.ts'
import { useState } from 'react'
import { useText } from '../../locales/i18n.tsx'
import { paths } from '../../paths.ts'
import { useGoTo } from '../../session/address.ts'
import { notify } from '../../session/notification.tsx'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { DateInput } from '../../ui/dates/date-input.tsx'
import { todayInAmsterdam } from '../../ui/dates/date-panel.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { SelectInput } from '../../ui/inputs.tsx'
import { SearchInput } from '../../ui/search-input.tsx'
import { Stack } from '../../ui/stack.tsx'
import { CheckInput, ChoiceInput } from '../../ui/toggles.tsx'
import { useAddRequest, usePersonOf, useSubjectSearch } from './privacy-data.ts'
import styles from './privacy.module.css'

type Shown = Pick<CaseRow, 'caseID' | 'caseNumber' | 'name' | 'status' | 'batchName'>

/** Registers a request: which person it is, by their cases, what they ask, and how it was made sure that it is them. */
export function NewRequestDialog({ customerID, onClose }: { customerID: number; onClose: () => void }) {
  const t = useText()
  const goTo = useGoTo()
  const add = useAddRequest()
  const [kind, setKind] = useState<PrivacyRequest['kind']>('access')
  const [receivedOn, setReceivedOn] = useState(todayInAmsterdam)
  const [manner, setManner] = useState<PrivacyRequest['identifiedBy']>('document')
  const [person, setPerson] = useState<Shown | null>(null)
  const [left, setLeft] = useState<ReadonlySet<number>>(new Set())
  const others = usePersonOf(person?.caseID ?? null)
  const found: Shown[] = person === null ? [] : [person, ...(others.data?.cases ?? [])].slice(0, privacyCasesMax)
  const chosen = found.filter(({ caseID }) => !left.has(caseID)).map(({ caseID }) => caseID)
  const save = async () => {
    const request = await add.mutateAsync({
      body: { customerID, kind, receivedOn, identifiedBy: manner, caseIDs: chosen },
    })
    notify(t('privacy.added'))
    goTo(paths.privacyRequest(request.requestID))
  }
  return (
    <ConfirmDialog
      isOpen
      title={t('privacy.new')}
      verb={t('privacy.add')}
      fields={['receivedOn']}
      reason={chosen.length === 0 ? t('privacy.choosePerson') : receivedOn === '' ? t('privacy.chooseDay') : undefined}
      onConfirm={save}
      onClose={onClose}
    >
      {(faultAt) => (
        <Stack>
          <ChoiceInput
            label={t('privacy.asks')}
            value={kind}
            options={(['access', 'erasure'] as const).map((value) => ({ value, label: t(`privacy.kinds.${value}`) }))}
            onChange={setKind}
          />
          {person === null ? (
            <PersonSearch customerID={customerID} onChoose={setPerson} />
          ) : (
            <fieldset className={styles.cases}>
              <legend>{t('privacy.casesOf', { name: person.name })}</legend>
              {found.map((one) => (
                <CheckInput
                  key={one.caseID}
                  label={t('privacy.caseLine', { number: one.caseNumber, name: one.name, batch: one.batchName })}
                  value={!left.has(one.caseID)}
                  onChange={(isChosen) => {
                    const next = new Set(left)
                    if (isChosen) next.delete(one.caseID)
                    else next.add(one.caseID)
                    setLeft(next)
                  }}
                />
              ))}
              {others.error !== null && <ErrorState failure={others.error} onRetry={() => void others.refetch()} />}
              <Button
                kind="quiet"
                onPress={() => {
                  setPerson(null)
                  setLeft(new Set())
                }}
              >
                {t('privacy.otherPerson')}
              </Button>
            </fieldset>
          )}
          <DateInput
            label={t('privacy.receivedOn')}
            help={t('privacy.receivedOnHelp')}
            isRequired
            hasChips={false}
            max={todayInAmsterdam()}
            value={receivedOn}
            error={faultAt('receivedOn')}
            onChange={setReceivedOn}
          />
          <SelectInput
            label={t('privacy.identifiedBy')}
            value={manner}
            options={identityManners.map((value) => ({ value, label: t(`privacy.manners.${value}`) }))}
            onChange={(value) => setManner(value as PrivacyRequest['identifiedBy'])}
          />
        </Stack>
      )}
    </ConfirmDialog>
  )
}

function PersonSearch({ customerID, onChoose }: { customerID: number; onChoose: (found: Shown) => void }) {
  const t = useText()
  const [q, setQ] = useState('')
  const { isSearching, isLoading, failure, retry, rows } = useSubjectSearch(customerID, q)
  return (
    <Stack>
      <SearchInput label={t('privacy.person')} placeholder={t('privacy.personHelp')} value={q} onSearch={setQ} />
      {failure !== null && <ErrorState failure={failure} onRetry={retry} />}
      {isSearching && !isLoading && failure === null && rows.length === 0 && <p role="status">{t('privacy.nobody')}</p>}
      {isSearching && rows.length > 0 && (
        <ul className={styles.found}>
          {rows.map((row) => (
            <li key={row.caseID}>
              <button type="button" className={styles.choice} onClick={() => onChoose(row)}>
                {t('privacy.caseLine', { number: row.caseNumber, name: row.name, batch: row.batchName })}
              </button>
            </li>
          ))}
        </ul>
      )}
    </Stack>
  )
}
