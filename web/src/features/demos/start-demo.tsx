import type { Demo } from '@regie/contract/demos.ts'
import { useState } from 'react'
import { paths } from '../../paths.ts'
import { useText } from '../../locales/i18n.tsx'
import { AppLink } from '../../ui/app-link.tsx'
import { Button } from '../../ui/button.tsx'
import { FailureText } from '../../ui/failure-text.tsx'
import { KeyValueList } from '../../ui/key-value-list.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Panel } from '../../ui/panel.tsx'
import { SwitchInput } from '../../ui/toggles.tsx'
import { bothOf, NotLoaded } from '../../ui/loaded.tsx'
import styles from './demos.module.css'
import { useDemos, useOwnAccount, useStartDemo } from './demos-data.ts'
import { LastDemos } from './last-demos.tsx'

// Long enough to see each step happen, short enough to keep an audience.
const shortWaitSeconds = 5

type StartDemoProps = { customerID: number; scriptID: number; onStarted: (demo: Demo) => void }

/** Runs one script to the number and address of one's own account. */
export function StartDemo({ customerID, scriptID, onStarted }: StartDemoProps) {
  const t = useText()
  const known = useDemos(customerID)
  const account = useOwnAccount()
  const start = useStartDemo()
  const [isShort, setShort] = useState(true)
  if (!known.data || !account.data) return <NotLoaded query={bothOf(known, account)} />
  const { email, mobile, phone } = account.data.contact
  const left = known.data.leftToday
  const isOff = known.data.scripts.find((script) => script.scriptID === scriptID)?.active === false
  const refusal = isOff ? t('demos.inactive') : left === 0 ? t('demos.noneLeft') : undefined
  const run = () =>
    start
      .mutateAsync({ params: { scriptID }, body: { waitSecondsMax: isShort ? shortWaitSeconds : null } })
      .then(onStarted, () => undefined)
  return (
    <>
      <Panel title={t('demos.start')}>
        <div className={styles.form}>
          <Notice icon="shield">{t('demos.onlyYou')}</Notice>
          <KeyValueList
            isCompact
            items={[
              { key: 'mobile', label: t('demos.mobile'), value: mobile },
              { key: 'phone', label: t('demos.phone'), value: phone },
              { key: 'email', label: t('demos.email'), value: email },
            ]}
          />
          {mobile === '' && <p className={styles.about}>{t('demos.noMobile')}</p>}
          <AppLink to={paths.account()}>{t('demos.changeAccount')}</AppLink>
          <SwitchInput
            label={t('demos.shortWaits')}
            help={t('demos.shortWaitsHelp', { seconds: shortWaitSeconds })}
            value={isShort}
            onChange={setShort}
          />
          {start.error !== null && <FailureText failure={start.error} />}
          <div>
            <Button kind="main" onPress={() => void run()} isBusy={start.isPending} reason={refusal}>
              {t('demos.run')}
            </Button>
          </div>
        </div>
      </Panel>
      <LastDemos demos={known.data.demos.filter((demo) => demo.scriptID === scriptID)} leftToday={left} />
    </>
  )
}

export function useDemoScriptName(customerID: number, scriptID: number): string | null {
  return useDemos(customerID).data?.scripts.find((script) => script.scriptID === scriptID)?.name ?? null
}

/** The demo of this script that runs now, if one does. */
export function useRunningDemo(customerID: number, scriptID: number): number | null {
  return useDemos(customerID).data?.demos.find((demo) => demo.scriptID === scriptID && demo.status !== 'closed')?.caseID ?? null
}
