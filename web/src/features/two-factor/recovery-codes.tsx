import { useState } from 'react'
import { useText } from '../../locales/i18n.tsx'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { CheckInput } from '../../ui/toggles.tsx'
import styles from './two-factor.module.css'
import { Stack } from '../../ui/stack.tsx'

type RecoveryCodesProps = { codes: readonly string[]; verb: string; onKept: () => void }

/** The recovery codes, this once: to copy, download or print. One goes on after saying that they are kept. */
export function RecoveryCodes({ codes, verb, onKept }: RecoveryCodesProps) {
  const t = useText()
  const [isKept, setKept] = useState(false)
  const text = codes.join('\n')
  const title = `Regie · ${t('twoFactor.recovery.title')}`
  return (
    <Stack>
      <p>{t('twoFactor.recovery.text')}</p>
      <div className={styles.sheet}>
        <p className={styles.paperTitle}>{title}</p>
        <ul className={styles.codes} aria-label={t('twoFactor.recovery.title')}>
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ul>
      </div>
      <div className={styles.actions}>
        <CopyButton text={text} label={t('twoFactor.recovery.copy')} copiedLabel={t('twoFactor.recovery.copied')} />
        <Button icon={<Icon name="download" size={16} />} onPress={() => save(t('twoFactor.recovery.fileName'), `${title}\n\n${text}\n`)}>
          {t('twoFactor.recovery.download')}
        </Button>
        <Button icon={<Icon name="print" size={16} />} onPress={() => print()}>
          {t('twoFactor.recovery.print')}
        </Button>
      </div>
      <CheckInput label={t('twoFactor.recovery.kept')} value={isKept} onChange={setKept} />
      <Button kind="main" isWide reason={isKept ? undefined : t('twoFactor.recovery.keptFirst')} onPress={onKept}>
        {verb}
      </Button>
    </Stack>
  )
}

function save(name: string, text: string) {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/plain' }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
