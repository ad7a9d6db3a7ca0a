import type { SmsDashboard, SmsScript } from '@regie/contract/sms.ts'
import { Right } from '@regie/contract/right-codes.ts'
import { useState } from 'react'
import { formatMoment, formatNumber } from '../../locales/format.ts'
import { useText } from '../../locales/i18n.tsx'
import { Can } from '../../session/can.tsx'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Stack } from '../../ui/stack.tsx'
import { Stat, StatRow } from '../../ui/stat.tsx'
import { HourPanel } from './hour-panel.tsx'
import { NumberChecksPanel } from './number-checks-panel.tsx'
import { PauseDialog } from './pause-dialog.tsx'
import { ProviderLines } from './provider-lines.tsx'
import { ScriptLines } from './script-lines.tsx'
import { tailOf, useSmsDashboard } from './sms-data.ts'

/** How the SMS of a customer stand, and what may be done about it: hold, release, and how many an hour. */
export function SmsDashboardView({ customerID, scriptID }: { customerID: number; scriptID: number | null }) {
  return (
    <Loaded query={useSmsDashboard(customerID)} lines={12}>
      {(dashboard) => <Shown {...{ customerID, scriptID, dashboard }} />}
    </Loaded>
  )
}

function Shown({ customerID, scriptID, dashboard }: { customerID: number; scriptID: number | null; dashboard: SmsDashboard }) {
  const t = useText()
  const [isPausing, setPausing] = useState(false)
  const scripts = dashboard.scripts.filter((script) => scriptID === null || script.scriptID === scriptID)
  const paused = scripts.filter(({ pause }) => pause !== 'open')
  return (
    <Stack isWide>
      <Figures scripts={scripts} />
      <HourPanel scripts={scripts} />
      <Panel
        title={t('sms.scripts')}
        isFlush
        actions={
          scripts.length > 1 && (
            <Can right={Right.pauseSms}>
              {(reason) => (
                <Button
                  icon={<Icon name={paused.length === scripts.length ? 'play' : 'pause'} size={16} />}
                  reason={reason}
                  onPress={() => setPausing(true)}
                >
                  {t(paused.length === scripts.length ? 'sms.releaseAll' : 'sms.pauseAll')}
                </Button>
              )}
            </Can>
          )
        }
      >
        <ScriptLines customerID={customerID} scripts={scripts} />
      </Panel>
      {dashboard.numberChecks !== null && <NumberChecksPanel checks={dashboard.numberChecks} />}
      <Panel title={t('sms.providers')} isFlush>
        <ProviderLines providers={dashboard.providers} />
      </Panel>
      {isPausing && (
        <PauseDialog
          customerID={customerID}
          script={null}
          isPaused={paused.length === scripts.length}
          waiting={scripts.reduce((sum, { waiting }) => sum + waiting, 0)}
          onClose={() => setPausing(false)}
        />
      )}
    </Stack>
  )
}

function Figures({ scripts }: { scripts: readonly SmsScript[] }) {
  const t = useText()
  const sum = (key: 'sentHour' | 'waiting' | 'perHour') => scripts.reduce((all, script) => all + script[key], 0)
  const paused = scripts.filter(({ pause }) => pause !== 'open').length
  const tail = tailOf(scripts)
  const waiting = sum('waiting')
  return (
    <StatRow label={t('sms.figures')}>
      <Stat
        label={t('sms.state')}
        value={t(paused === 0 ? 'sms.states.open' : paused === scripts.length ? 'sms.states.paused' : 'sms.states.partly')}
        tone={paused === 0 ? 'success' : 'warning'}
        hint={paused > 0 && scripts.length > 1 ? t('sms.pausedCount', { count: paused }) : undefined}
      />
      <Stat label={t('sms.sentHour')} value={sum('sentHour')} hint={t('sms.ofAmount', { amount: formatNumber(sum('perHour')) })} />
      <Stat label={t('sms.waiting')} value={waiting} />
      <Stat
        label={t('sms.tail')}
        value={waiting === 0 ? t('sms.nobody') : tail === null ? t('sms.noEnd') : formatMoment(tail)}
        tone={waiting > 0 && tail === null ? 'warning' : 'neutral'}
      />
    </StatRow>
  )
}
