import { type FactorType, factorTypes, twoFactorApi } from '@regie/contract/two-factor.ts'
import { useEffect, useState } from 'react'
import { callApi } from '../../api/call-api.ts'
import { useText } from '../../locales/i18n.tsx'
import { Button } from '../../ui/button.tsx'
import { ChoiceInput } from '../../ui/toggles.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import { SetUpFactor } from './set-up-factor.tsx'
import styles from './two-factor.module.css'
import { mayMakePasskeys } from './two-factor-data.ts'
import { Stack } from '../../ui/stack.tsx'

type SetUpWalkProps = { onDone: () => void; onCodes: () => void }

/**
 * The set-up that an organisation demands: choose, set up, keep the recovery codes. The password is asked only when it was given long ago:
 * the organisation began to demand this while somebody worked.
 */
export function SetUpWalk({ onDone, onCodes }: SetUpWalkProps) {
  const t = useText()
  const [type, setType] = useState<FactorType>('app')
  const [isChosen, setChosen] = useState(false)
  const [asksPassword, setAsksPassword] = useState(false)
  useEffect(() => {
    const ending = new AbortController()
    callApi(twoFactorApi.list, {}, ending.signal).then(
      (found) => setAsksPassword(found.asksPassword),
      () => undefined,
    )
    return () => ending.abort()
  }, [])
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  const usable = factorTypes.filter((factor) => factor !== 'passkey' || mayMakePasskeys())
  const finish = (recoveryCodes: readonly string[] | null) => {
    if (recoveryCodes === null) return onDone()
    setCodes(recoveryCodes)
    onCodes()
  }
  if (codes !== null) return <RecoveryCodes codes={codes} verb={t('twoFactor.enterProduct')} onKept={onDone} />
  if (!isChosen)
    return (
      <Stack>
        <ChoiceInput
          label={t('twoFactor.choose')}
          value={type}
          onChange={setType}
          options={usable.map((value) => ({ value, label: t(`twoFactor.type.${value}`), help: t(`twoFactor.about.${value}`) }))}
        />
        <Button kind="main" isWide onPress={() => setChosen(true)}>
          {t('twoFactor.next')}
        </Button>
      </Stack>
    )
  return (
    <Stack>
      <SetUpFactor type={type} asksPassword={asksPassword} onDone={finish} />
      <div className={styles.other}>
        <Button kind="quiet" onPress={() => setChosen(false)}>
          {t('twoFactor.otherWay')}
        </Button>
      </div>
    </Stack>
  )
}
