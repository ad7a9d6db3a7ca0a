import { Right } from '@regie/contract/right-codes.ts'
import { type ScriptStep, stepName } from '@regie/contract/scripts.ts'
import { useText } from '../../../locales/i18n.tsx'
import { paths } from '../../../paths.ts'
import { useRight } from '../../../session/use-right.ts'
import { AppLink } from '../../../ui/app-link.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { useStanding } from '../flow-data.ts'

/** How many cases stand at a step now, and the way to them. */
export function StepCases({ scriptID, customerID, step }: { scriptID: number; customerID: number; step: ScriptStep }) {
  const t = useText()
  const maySee = useRight(Right.viewCases)
  const { data: standing } = useStanding(scriptID)
  if (standing === undefined) return null
  const cases = standing.find((one) => one.step === step.key)?.cases ?? 0
  const list = paths.figure({ figure: 'atStep', customerID, scriptID, step: step.key, called: stepName(step) })
  return (
    <Notice
      tone={cases === 0 ? 'neutral' : 'info'}
      icon="case"
      title={t('flow.panel.here', { cases })}
      {...(maySee && cases > 0 && { action: <AppLink to={list}>{t('flow.panel.seeCases')}</AppLink> })}
    />
  )
}
