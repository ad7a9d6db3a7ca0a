import type { CaseDetail } from '@regie/contract/cases.ts'
import { type HeldCase, type HeldNow, nextCaseApi, type SkipReason, skipReasons } from '@regie/contract/next-case.ts'
import { Strip } from '../../ui/strip.tsx'
import { useText } from '../../locales/i18n.tsx'
import { formatNextMoment } from '../../locales/next-moment.ts'
import { useMayCall } from '../../session/use-right.ts'
import { Button } from '../../ui/button.tsx'
import { Menu } from '../../ui/menu.tsx'
import { NextCaseButton } from './next-case-button.tsx'
import { useHold, useSkip, useTakeNext } from './next-case-data.ts'

type HeldStripProps = {
  found: CaseDetail
  /** Which complaint or dispute stands and keeps everybody from contact, in words; null: none does. */
  objection: string | null
}

type HeldNowProps = HeldStripProps & { held: HeldNow; onSkip: (reason: SkipReason) => void }

/** Says of a case that was chosen for me why it is this one, with the ways on: the next, or skipping it with a reason. */
export function HeldStrip({ found, objection }: HeldStripProps) {
  const mayHold = useMayCall(nextCaseApi.held)
  const held = useHold(found.caseID, mayHold)
  // Here and not in the strip, which is gone as soon as the case is let go of: the next one is to come all the same.
  const skip = useSkip(found.caseID)
  const { takeNext } = useTakeNext(found.customerID)
  const skipFor = (reason: SkipReason) => skip(reason, takeNext)
  return held === null ? null : <HeldNowStrip found={found} held={held} objection={objection} onSkip={skipFor} />
}

function HeldNowStrip({ found: { caseID, customerID, liveState, status }, held, objection, onSkip }: HeldNowProps) {
  const t = useText()
  const first = isOnPhone(liveState) ? t('nextCase.callIsOn') : held.isToCall ? t('nextCase.callFirst') : undefined
  // Closed: nobody works on it any more, and only the way on stays.
  if (status === 'closed')
    return (
      <Strip label={t('nextCase.closedTitle')} icon="result" tone="neutral" words={<strong>{t('nextCase.closedTitle')}</strong>}>
        <NextCaseButton customerID={customerID} currentID={caseID} refusal={first} />
      </Strip>
    )
  return (
    <Strip
      label={t('nextCase.heldTitle')}
      icon={objection !== null ? 'alert' : 'result'}
      tone={objection !== null ? 'warning' : 'primary'}
      words={
        <>
          <strong>{t('nextCase.heldTitle')}</strong>
          <span>{objection ?? causeText(t, held)}</span>
        </>
      }
    >
      <Menu
        label={t('nextCase.skip')}
        trigger={<Button>{t('nextCase.skip')}</Button>}
        items={skipReasons.map((reason) => ({
          key: reason,
          label: t(`nextCase.reasons.${reason}`),
          onPress: () => onSkip(reason),
        }))}
      />
      <NextCaseButton customerID={customerID} currentID={caseID} refusal={first} />
    </Strip>
  )
}

/** Somebody rings or speaks: who goes on to the next case would leave them on the line. */
const isOnPhone = (state: CaseDetail['liveState']) => state !== null && state !== 'script' && state !== 'cooldown' && state !== 'noanswer'

/** Why a case was chosen, in words. */
export function causeText(t: ReturnType<typeof useText>, { cause, callbackAt }: Pick<HeldCase, 'cause' | 'callbackAt'>): string {
  return t(`nextCase.causes.${cause}`, { at: callbackAt === null ? '' : formatNextMoment(callbackAt) })
}
