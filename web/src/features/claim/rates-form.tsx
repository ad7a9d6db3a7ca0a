import { type RateKind, rateKinds, type StatutoryRate, statutoryRateApi } from '@regie/contract/statutory-rates.ts'
import { useState } from 'react'
import { ApiFailure } from '../../api/api-failure.ts'
import { useApi, useApiChange } from '../../api/use-api.ts'
import { readAmount } from '../../locales/amount.ts'
import { formatDate, formatRate } from '../../locales/format.ts'
import { useText } from '../../locales/i18n.tsx'
import { notify } from '../../session/notification.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { DateInput } from '../../ui/dates/date-input.tsx'
import { todayInAmsterdam } from '../../ui/dates/date-panel.tsx'
import { FailureText } from '../../ui/failure-text.tsx'
import { FormActions } from '../../ui/form.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { SelectInput } from '../../ui/inputs.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Stack } from '../../ui/stack.tsx'
import { TextInput } from '../../ui/text-inputs.tsx'
import styles from './claim.module.css'

/** The rates of statutory interest of both kinds, and how another one is set. */
export function RatesForm() {
  const t = useText()
  const query = useApi(statutoryRateApi.list, {})
  return (
    <Stack isWide>
      <Notice icon="shield">{t('rates.check')}</Notice>
      <Loaded query={query} lines={10}>
        {(rates) => (
          <div className={styles.panels}>
            <NewRate rates={rates} />
            {rateKinds.map((kind) => (
              <RatesOfKind key={kind} kind={kind} rates={rates.filter((rate) => rate.kind === kind)} />
            ))}
          </div>
        )}
      </Loaded>
    </Stack>
  )
}

function NewRate({ rates }: { rates: readonly StatutoryRate[] }) {
  const t = useText()
  const save = useApiChange(statutoryRateApi.save, { refresh: [statutoryRateApi.list] })
  const [kind, setKind] = useState<RateKind>('consumer')
  const [validFrom, setValidFrom] = useState('')
  const [typed, setTyped] = useState('')
  const [isTried, setTried] = useState(false)
  const hundredths = readRate(typed)
  const replaced = rates.find((rate) => rate.kind === kind && rate.validFrom === validFrom && rate.hundredths !== hundredths)
  const refusal = save.error instanceof ApiFailure ? save.error : null
  async function send() {
    setTried(true)
    if (validFrom === '' || hundredths === null) return
    try {
      await save.mutateAsync({ body: { kind, validFrom, hundredths } })
    } catch {
      // Shown by save.error.
      return
    }
    notify(t('rates.saved'))
    setValidFrom('')
    setTyped('')
    setTried(false)
  }
  return (
    <Panel title={t('rates.add')}>
      <Stack isWide>
        <SelectInput
          label={t('rates.kind')}
          value={kind}
          options={rateKinds.map((value) => ({ value, label: t(`claim.kinds.${value}`) }))}
          onChange={(chosen) => setKind(chosen as RateKind)}
        />
        <DateInput
          label={t('rates.validFrom')}
          isRequired
          min="1990-01-01"
          max="2099-12-31"
          hasChips={false}
          value={validFrom}
          error={isTried && validFrom === '' ? t('rates.dayMissing') : undefined}
          onChange={setValidFrom}
        />
        <TextInput
          label={t('rates.percent')}
          help={replaced === undefined ? t('rates.percentHelp') : t('rates.replaces', { percent: formatRate(replaced.hundredths) })}
          isRequired
          maxLength={6}
          value={typed}
          error={isTried && hundredths === null ? t('rates.percentInvalid') : undefined}
          onChange={setTyped}
        />
        {refusal !== null && <FailureText failure={refusal} />}
        <FormActions>
          <Button kind="main" isBusy={save.isPending} onPress={() => void send()}>
            {t('rates.save')}
          </Button>
        </FormActions>
      </Stack>
    </Panel>
  )
}

function RatesOfKind({ kind, rates }: { kind: RateKind; rates: readonly StatutoryRate[] }) {
  const t = useText()
  const refresh = [statutoryRateApi.list]
  const remove = useApiChange(statutoryRateApi.remove, { refresh })
  const save = useApiChange(statutoryRateApi.save, { refresh })
  const today = todayInAmsterdam()
  const current = rates.find(({ validFrom }) => validFrom <= today)
  async function onRemove(rate: StatutoryRate) {
    try {
      await remove.mutateAsync({ body: { kind, validFrom: rate.validFrom } })
    } catch {
      // Shown by remove.error.
      return
    }
    notify(t('rates.removed'), { label: t('rates.undo'), run: () => void save.mutateAsync({ body: rate }) })
  }
  const refusal = remove.error instanceof ApiFailure ? remove.error : null
  return (
    <Panel title={t(`claim.kinds.${kind}`)}>
      <p className={styles.soft}>{t(`rates.law.${kind}`)}</p>
      {refusal !== null && <FailureText failure={refusal} />}
      <ul className={styles.rates}>
        {rates.map((rate) => {
          const day = shownDay(rate.validFrom)
          return (
            <li key={rate.validFrom} className={styles.rate}>
              <strong className="numbers">{formatRate(rate.hundredths)}</strong>
              <span className={styles.from}>
                {t('rates.from', { day })}
                {rate === current && (
                  <Badge tone="success" icon="check">
                    {t('rates.now')}
                  </Badge>
                )}
                {rate.validFrom > today && (
                  <Badge tone="info" icon="calendar">
                    {t('rates.later')}
                  </Badge>
                )}
              </span>
              <IconButton
                icon="trash"
                label={t('rates.remove', { day })}
                reason={rates.length === 1 ? t('rates.only') : undefined}
                onPress={() => void onRemove(rate)}
              />
            </li>
          )
        })}
      </ul>
    </Panel>
  )
}

/** A percentage as people type it, in hundredths; null when it is none. */
function readRate(typed: string): number | null {
  const hundredths = readAmount(typed.replace(/\s*%$/, ''))
  return hundredths === null || hundredths < 0 || hundredths > 10_000 ? null : hundredths
}

const shownDay = (day: string) => formatDate(`${day}T12:00:00Z`)
