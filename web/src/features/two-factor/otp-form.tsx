import type { FactorType } from '@regie/contract/two-factor.ts'
import { useState } from 'react'
import { ApiFailure } from '../../api/api-failure.ts'
import { useText } from '../../locales/i18n.tsx'
import { ChoiceInput } from '../../ui/toggles.tsx'
import { Button } from '../../ui/button.tsx'
import { PasskeyAnswer } from './passkey-answer.tsx'
import { SendCode, type SentBefore } from './send-code.tsx'
import { TokenForm } from './token-form.tsx'
import styles from './two-factor.module.css'
import { type GivenCode, giveCode, isSentType, mayMakePasskeys, sendCode } from './two-factor-data.ts'
import { Stack } from '../../ui/stack.tsx'

type OtpFormProps = { methods: readonly FactorType[]; onGiven: (given: GivenCode) => void; onEnded: () => void }

/** The second step of signing in: by one of the methods that the user has, or by a recovery code. */
export function OtpForm({ methods, onGiven, onEnded }: OtpFormProps) {
  const t = useText()
  const usable = methods.filter((method) => method !== 'passkey' || mayMakePasskeys())
  const [method, setMethod] = useState<FactorType | 'recovery'>(() => usable[0] ?? 'recovery')
  // Per method, so that going to another and back does not hide what was sent.
  const [sent, setSent] = useState<Partial<Record<FactorType, SentBefore>>>({})

  const orEnded = async <Answer,>(call: Promise<Answer>) =>
    call.catch((failure: unknown) => {
      if (failure instanceof ApiFailure && failure.status === 401) onEnded()
      throw failure
    })
  const give = async (token: string) => onGiven(await orEnded(giveCode({ token })))
  const isSent = method !== 'recovery' && isSentType(method)

  return (
    <Stack>
      {usable.length > 1 && method !== 'recovery' && (
        <ChoiceInput
          label={t('otp.how')}
          value={method}
          onChange={setMethod}
          options={usable.map((value) => ({ value, label: t(`twoFactor.type.${value}`) }))}
        />
      )}
      <p className={styles.soft}>{t(`otp.${method}Text`)}</p>
      {method === 'passkey' && <PasskeyAnswer onGiven={onGiven} orEnded={orEnded} />}
      {isSent && (
        <SendCode
          key={`send ${method}`}
          label={t('otp.sendCode')}
          isMain
          sentBefore={sent[method]}
          onSend={() => orEnded(sendCode(method))}
          onSent={(code) => setSent({ ...sent, [method]: code })}
        />
      )}
      {(method === 'app' || method === 'recovery' || (isSent && sent[method] !== undefined)) && (
        <TokenForm
          key={`code ${method}`}
          label={method === 'recovery' ? t('otp.recoveryCode') : t('otp.code')}
          verb={t('otp.confirm')}
          hasLetters={method === 'recovery'}
          help={method === 'app' ? t('otp.driftHelp') : undefined}
          onToken={give}
        />
      )}
      <div className={styles.other}>
        {method === 'recovery' ? (
          usable[0] !== undefined && (
            <Button kind="quiet" onPress={() => setMethod(usable[0] ?? 'recovery')}>
              {t('twoFactor.otherWay')}
            </Button>
          )
        ) : (
          <Button kind="quiet" onPress={() => setMethod('recovery')}>
            {t('otp.useRecovery')}
          </Button>
        )}
      </div>
    </Stack>
  )
}
