import { checksNeeded, type DeskCall, deskApi, type IdentityCheck } from '@regie/contract/desk.ts'
import { type FormEvent, useState } from 'react'
import { formatTime } from '../../locales/format.ts'
import { useText } from '../../locales/i18n.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { TextInput } from '../../ui/text-inputs.tsx'
import styles from './desk.module.css'
import { useDeskChange } from './desk-data.ts'

/** Who is it: what they name is held against the case by the server, which does not say what would be right. */
export function IdentifyPanel({ call }: { call: DeskCall }) {
  const t = useText()
  const [isAgain, setAgain] = useState(false)
  const { identified } = call
  if (identified !== null && !isAgain)
    return (
      <div className={styles.known}>
        <Badge tone={identified.how === 'other' ? 'warning' : 'success'} icon={identified.how === 'other' ? 'alert' : 'check'}>
          {t(`desk.identified.${identified.how}`, { time: formatTime(identified.at) })}
        </Badge>
        <Button kind="quiet" onPress={() => setAgain(true)}>
          {t('desk.identifyAgain')}
        </Button>
      </div>
    )
  return <Asked call={call} onDone={() => setAgain(false)} />
}

function Asked({ call: { callID, checks, state }, onDone }: { call: DeskCall; onDone: () => void }) {
  const t = useText()
  const { send, isPending } = useDeskChange(deskApi.identify)
  const [named, setNamed] = useState<Partial<Record<IdentityCheck, string>>>({})
  const [reason, setReason] = useState('')
  const params = { callID }
  const given = checks.filter((check) => (named[check] ?? '').trim() !== '')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (given.length >= checksNeeded) send({ params, body: { how: 'fields', ...named } }, onDone)
  }
  return (
    <section className={styles.identify} aria-label={t('desk.identify')}>
      <h3>{t('desk.identify')}</h3>
      {state === 'ringing' && <p className={styles.quiet}>{t('desk.identifyLater')}</p>}
      {checks.length >= checksNeeded ? (
        <form className={styles.checks} onSubmit={submit}>
          {checks.map((check) => (
            <TextInput
              key={check}
              label={t(`desk.checks.${check}`)}
              maxLength={check === 'postcode' ? 20 : 40}
              {...(check === 'birthDate' && { placeholder: t('desk.birthDateExample') })}
              value={named[check] ?? ''}
              onChange={(value) => setNamed({ ...named, [check]: value })}
            />
          ))}
          <Button
            kind="main"
            type="submit"
            isBusy={isPending}
            reason={given.length < checksNeeded ? t('desk.checksNeeded', { count: checksNeeded }) : undefined}
          >
            {t('desk.check')}
          </Button>
        </form>
      ) : (
        <p className={styles.quiet}>{t('desk.noChecks')}</p>
      )}
      <details>
        <summary>{t('desk.otherwise')}</summary>
        <form
          className={styles.checks}
          onSubmit={(event) => {
            event.preventDefault()
            if (reason.trim().length >= 3) send({ params, body: { how: 'self', reason: reason.trim() } }, onDone)
          }}
        >
          <TextInput label={t('desk.selfReason')} maxLength={200} value={reason} onChange={setReason} />
          <Button type="submit" isBusy={isPending} reason={reason.trim().length < 3 ? t('desk.reasonNeeded') : undefined}>
            {t('desk.self')}
          </Button>
        </form>
      </details>
      <div className={styles.row}>
        <Button kind="quiet" isBusy={isPending} onPress={() => send({ params, body: { how: 'other' } }, onDone)}>
          {t('desk.other')}
        </Button>
      </div>
    </section>
  )
}
